import { missingTexts, requestsDifferences } from './compare.js';
import type { CallDocument, Caller } from './expectation.js';
import type { Observed } from './place-call.js';

const ENDS = {
  document: /^end of the document|^hung up|^rejected/,
  caller: /caller hung up/,
  error: /./,
  busy: /busy/,
  referred: /^referred to/,
} as const;

const UNKNOWN = /unknown (verb|parameter|attribute|element)/;

/** Verbs whose text the caller does not hear. */
const SILENT = /^(set|unset|request|user_event|send_sms|record_call)$/;

function stepsDifferences(language: CallDocument['language'], { steps }: Caller, observed: Observed): string[] {
  // In cXML, the verbs inside a Gather or a wait document are steps of their own.
  const outer = observed.result.steps.filter(({ at }) => language === 'swml' || !at.includes('.'));
  const seen = outer.map(({ verb }) => verb);
  return seen.join(' ') === steps.join(' ') ? [] : [`runs ${seen.join(' ')} instead of ${steps.join(' ')}`];
}

function problemsDifferences({ problems }: Caller, observed: Observed): string[] {
  const seen = observed.result.problems.map((problem) => String(problem));
  if (problems === undefined) {
    const others = seen.filter((problem) => UNKNOWN.test(problem));
    return others.map((problem) => `reports a problem: ${problem}`);
  }
  return problems
    .filter((wanted) => !seen.some((problem) => wanted.test(problem)))
    .map((wanted) => `no problem ${wanted}`);
}

function secretDifferences({ secrets }: Caller, { requests, stored }: Observed): string[] {
  if (secrets === undefined) return [];
  const others = JSON.stringify(requests.filter(({ path }) => path !== secrets.only));
  return secrets.texts.filter((text) => stored.includes(text) || others.includes(text)).map((text) => `shows ${text}`);
}

/** A call that was not answered has no duration. */
function answerDifferences({ answered }: Caller, { log }: Observed): string[] {
  const seen = Number(log.duration_ms) > 0;
  return answered === undefined || answered === seen ? [] : [seen ? 'is answered' : 'is not answered'];
}

/** What a caller met that the author of the document did not expect. */
export function callDifferences({ language }: CallDocument, caller: Caller, observed: Observed): string[] {
  const { ended, steps } = observed.result;
  const heard = steps
    .filter(({ verb }) => !SILENT.test(verb))
    .map(({ says }) => says)
    .join('\n');
  return [
    ...stepsDifferences(language, caller, observed),
    ...missingTexts(heard, caller.hears),
    ...(caller.neverHears ?? []).filter((text) => heard.includes(text)).map((text) => `hears "${text}"`),
    ...requestsDifferences(observed.requests, caller.requests, language),
    ...problemsDifferences(caller, observed),
    ...(ENDS[caller.ends].test(ended) ? [] : [`ends with "${ended}" instead of ${caller.ends}`]),
    ...answerDifferences(caller, observed),
    ...secretDifferences(caller, observed),
  ];
}
