import { LimitError, nearest, parseBoundedYaml } from '../../util/index.js';
import { isRecord, readJson } from '../request/read-json.js';
import { headProblems, type ReadDocument, type Step, type StepAction } from './document.js';
import { valueProblems } from './verb-values.js';

const VERBS = [
  'ai ai_sidecar amazon_bedrock answer cond connect denoise detect_machine enter_queue execute execute_rpc goto hangup',
  'if join_conference join_room label live_transcribe live_translate pay play prompt receive_fax record record_call',
  'request return send_digits send_fax send_sms set sip_refer sleep stop_denoise stop_record_call stop_tap switch tap',
  'transfer unset user_event',
].flatMap((line) => line.split(' '));
const MAX_SECTION = 1000;
const LIMITS = {
  what: 'The SWML document',
  characters: 2 ** 20,
  tokens: 200_000,
  depth: 100,
  advice: 'Split it into documents that transfer or execute each other.',
};

export async function readSwml(text: string): Promise<ReadDocument> {
  const parsed = await parse(text);
  if (typeof parsed === 'string') return { sections: {}, problems: [parsed] };
  const { sections } = parsed;
  const problems = headProblems(parsed);
  if (!isRecord(sections)) return { sections: {}, problems };
  if (isEmpty(sections.main)) problems.push('sections.main is empty, so the call ends immediately');
  const read: Record<string, readonly Step[]> = Object.create(null);
  for (const [name, steps] of Object.entries(sections)) {
    if (!Array.isArray(steps)) problems.push(`sections.${name} must be a list`);
    else read[name] = steps.slice(0, MAX_SECTION).map((step, i) => stepOf(step, `${name}[${i}]`, problems));
  }
  return { sections: read, problems };
}

async function parse(text: string): Promise<Record<string, unknown> | string> {
  try {
    const value = /^\s*\{/.test(text) ? jsonIn(text) : await yamlIn(text);
    return isRecord(value) ? value : 'the document must be an object with version and sections';
  } catch (error) {
    return `cannot parse the document: ${(error instanceof Error ? error.message : String(error)).split('\n')[0]}`;
  }
}

function jsonIn(text: string): unknown {
  const { what, characters: limit, advice } = LIMITS;
  if (text.length > limit) throw new LimitError({ what, limit, actual: text.length, unit: 'characters', advice });
  const read = readJson(text);
  if ('problem' in read) throw new Error(read.problem);
  return read.value;
}

async function yamlIn(text: string): Promise<unknown> {
  const document = parseBoundedYaml(await import('yaml'), text, LIMITS, { schema: 'core' });
  const [error] = document.errors;
  if (error) throw new Error(`${error.message} in line ${text.slice(0, error.pos[0]).split('\n').length}`);
  // The limit on aliases prevents a small text from expanding into a huge value.
  return document.toJS({ maxAliasCount: 20 });
}

function stepOf(step: unknown, at: string, problems: string[]): Step {
  const entries = isRecord(step) ? Object.entries(step) : typeof step === 'string' ? [[step, {}] as const] : [];
  const [verb, value] = entries[0] ?? ['', {}];
  if (entries.length !== 1) problems.push(`${at} must be an object with one verb, such as { "play": … }`);
  else if (!VERBS.includes(verb)) {
    const meant = nearest(verb, VERBS);
    problems.push(`${at}: unknown verb ${verb}${meant ? `. Did you mean ${meant}?` : ''}`);
  }
  const invalid = isRecord(value) ? valueProblems(verb, value) : [];
  for (const one of invalid) problems.push(`${at}: ${one}`);
  // If a parameter is invalid, do not also report it as missing.
  return { at, verb, action: actionOf(verb, value, at, invalid.length > 0 ? [] : problems) };
}

function actionOf(verb: string, value: unknown, at: string, problems: string[]): StepAction {
  const params = isRecord(value) ? value : {};
  const missing = (name: string): StepAction => {
    problems.push(`${at}: ${verb} requires ${name}`);
    return { kind: 'other', says: `${verb} without ${name}` };
  };
  switch (verb) {
    case 'answer':
      return { kind: 'answer' };
    case 'play': {
      const urls = [params.url, ...(Array.isArray(params.urls) ? params.urls : [])].filter(
        (url) => typeof url === 'string',
      );
      if (urls.length === 0) return missing('url or urls');
      return { kind: 'play', what: urls.join(', '), seconds: urls.reduce((sum, url) => sum + secondsOf(url), 0) };
    }
    case 'hangup': {
      const reason = text(params.reason) ?? 'hangup';
      return { kind: 'hangup', reason, ...((reason === 'busy' || reason === 'decline') && { refuses: 'busy' }) };
    }
    case 'transfer':
    case 'execute': {
      const to = text(params.dest) ?? text(value);
      if (to === undefined) return missing('dest');
      return verb === 'transfer'
        ? { kind: 'transfer', to, method: 'POST' }
        : { kind: 'other', says: `execute ${to}: runs on the platform and returns` };
    }
    case 'connect': {
      const to = targets(params);
      return to.length === 0 ? missing('to, serial, parallel or serial_parallel') : { kind: 'connect', to };
    }
    default:
      return { kind: 'other', says: verb };
  }
}

function targets(params: Readonly<Record<string, unknown>>): string[] {
  const lists = [params.serial, params.parallel, params.serial_parallel].filter(Array.isArray).flat(2) as unknown[];
  return [params, ...lists]
    .flatMap((one) => (isRecord(one) && typeof one.to === 'string' ? [one.to] : []))
    .slice(0, 100);
}

/** Returns the length of a `silence:` URL. The length of other media is unknown and counts as 0. */
const secondsOf = (url: string) => Number(/^silence:(\d{1,4}(?:\.\d+)?)$/.exec(url)?.[1] ?? 0);
const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
