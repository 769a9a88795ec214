import type { CallStory } from '../../../sandbox/index.js';

/** A problem of a call, and the position that it names. */
export interface NamedProblem {
  readonly at: string | undefined;
  readonly message: string;
}

const STEP = String.raw`[\w-]+(?:\.[\w-]+)*\[\d+\]`;
const AT = new RegExp(String.raw`^(${STEP}(?:\.${STEP})*(?:\.[\w-]+)*): (.+)$`, 's');

/** Splits `main[2]: the message`. Codes of the engine, such as `relay_script_parse_error`, say nothing to a reader. */
export function namedProblem(text: string): NamedProblem {
  const [, at, message = text] = AT.exec(text) ?? [];
  return { at, message: message.replace(/ \(relay_script_\w+\)/g, '') };
}

const NATURAL = new Intl.Collator('en', { numeric: true });

/** Problems that name a position, by their sections and positions in these, and then the others. */
export function inDocumentOrder(problems: readonly string[]): string[] {
  const sectionOf = (text: string) => /^[\w-]+(?=\[)/.exec(namedProblem(text).at ?? '')?.[0] ?? null;
  const sections = [...new Set(problems.map(sectionOf))].sort((a, b) => Number(a === null) - Number(b === null));
  return sections.flatMap((section) => {
    const found = problems.filter((text) => sectionOf(text) === section);
    return section === null ? found : found.toSorted((a, b) => NATURAL.compare(atOf(a), atOf(b)));
  });
}
const atOf = (text: string): string => namedProblem(text).at ?? '';

/** The step of a position, or the nearest one around it, if the call ran it exactly once. */
export function stepAt({ steps }: Pick<CallStory, 'steps'>, at: string): CallStory['steps'][number] | undefined {
  const around = steps.filter((step) => at === step.at || at.startsWith(`${step.at}.`));
  const nearest = Math.max(0, ...around.map((step) => step.at.length));
  const [step, ...more] = around.filter((one) => one.at.length === nearest);
  return more.length === 0 ? step : undefined;
}

/** A position as people count: `main[3].switch.case.1[0]` is step 1 of case 1 in step 4. */
export function stepName(at: string, verb?: string): string {
  const names = [...at.matchAll(/([\w.-]+?)\[(\d+)\]/g)].map(([, path = '', index], depth) => {
    const step = `step ${Number(index) + 1}`;
    const name = path.replace(/^\./, '');
    // In cXML, the name is that of the verb, or of an element in it.
    if (/^[A-Z]/.test(name)) return depth === 0 ? `${step}, ${name}` : name;
    if (depth === 0) return name === 'main' ? step : `${step} of the section ${name}`;
    return `${step} of ${name.split('.').slice(1).join(' ') || name}`;
  });
  const [, field] = /\]\.([\w.-]+)$/.exec(at) ?? [];
  return [names.toReversed().join(' in '), verb !== undefined && !/[A-Z]\w*\[\d+\]/.test(at) ? verb : field]
    .filter(Boolean)
    .join(', ');
}

export function problemText({ at, message }: NamedProblem, story: Pick<CallStory, 'steps'>): string {
  if (at === undefined) return message;
  // Steps of several documents can have the same position.
  const [verb, ...more] = new Set(story.steps.flatMap((step) => (step.at === at ? step.verb : [])));
  return `${stepName(at, more.length === 0 ? verb : undefined)}: ${message}`;
}

/** Reports of the engine, and what the page shows in place of them, because it shows the name of the verb before. */
const REPORTS: readonly (readonly [RegExp, string])[] = [
  [/^hangs up(?: \(hangup\))?$/, 'ends the call'],
  [/^hangs up \(/, 'ends the call ('],
  [/^records(?=$| after a beep)/, 'begins to record'],
  [/^recorded$/, 'the recording ends'],
  [/^status (\d)/, 'responds with status $1'],
  [/^no-answer$/, 'the result is no answer'],
  [/^(busy|failed|canceled|answered|completed)$/, 'the result is $1'],
  // Ids say little, and the details have them.
  [/(?<=^requests .*[=/][\da-f]{8})-[\da-f-]{27}/g, '…'],
];

/** What a step reported, in the words of a reader. */
export function reportText(verb: string | undefined, text: string, branch?: string): string {
  if (verb === 'answer' && text === 'answered') return 'the call is answered';
  if (text === 'branches' && branch !== undefined) return `takes ${branch}`;
  const [pattern = /^/, words = ''] = REPORTS.find(([one]) => one.test(text)) ?? [];
  const report = text.startsWith('plays ') ? soundText(text.slice('plays '.length)) : text.replace(pattern, words);
  return [report, branch].filter(Boolean).join(' · ');
}

/** A report without the verb that is the title of its line: `sets a = 1` of `set`. */
export function withoutVerb(title: string, report: string): string {
  const [first = '', ...rest] = report.split(' ');
  const verb = title.toLowerCase();
  return verb !== '' && [verb, `${verb}s`, `${verb}es`].includes(first.toLowerCase()) ? rest.join(' ') : report;
}

/** The sounds of a step. A comma in a text is not one between two sounds. */
const soundText = (sounds: string): string =>
  sounds
    .split(/, (?=(?:say|silence|ring|https?):)/)
    .map((sound) => {
      const [, kind = '', rest = ''] = /^\s*(say|silence):\s*(.*)$/is.exec(sound) ?? [];
      if (kind === '') return `plays ${sound}`;
      return kind.toLowerCase() === 'say' ? `says "${rest}"` : `is silent for ${rest} s`;
    })
    .join(', ');

/** How a call ended. The timeline shows the problem that stopped it at its step. */
export function endText({ ended, steps }: Pick<CallStory, 'ended' | 'steps'>): string {
  const [, at] = new RegExp(`^stopped at (${STEP}(?:\\.${STEP})*): `).exec(ended) ?? [];
  if (at !== undefined) return `stopped at ${stepName(at, steps.at(-1)?.verb)}`;
  return ended
    .replace(/^end of the document$/, 'the document has no more steps')
    .replace(/^hung up \(hangup\)$/, 'the document ended the call')
    .replace(/^hung up \(/, 'the document ended the call (')
    .replace(/^dropped: /, 'the platform dropped the call: ');
}
