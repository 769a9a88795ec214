import { nearest } from '../../../util/index.js';
import { isRecord } from '../../request/read-json.js';
import { readParameters } from '../verbs/read-parameters.js';
import type { AnyVerb } from '../verbs/verb.js';
import { MESSAGE_VERBS, SHORTHANDS } from './message-verbs.js';

/** One step. The values of `case` and `default` of a switch are lists of steps. */
export interface MessageStep {
  readonly verb: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface MessageDocument {
  readonly sections: Readonly<Record<string, readonly MessageStep[]>>;
  readonly problems: readonly string[];
}

/** Reads a document in SWML that answers a message: sections, or one reply. */
export function compileMessage(source: unknown): MessageDocument {
  const problems: string[] = [];
  if (!isRecord(source)) return { sections: {}, problems: ['the document must be an object'] };
  const { sections = null, version: _, ...rest } = source;
  const found = sections ?? { main: Object.entries(rest).map(([verb, params]) => ({ [verb]: params })) };
  if (!isRecord(found) || found.main === undefined) problems.push('sections.main is missing');
  const read = Object.entries(isRecord(found) ? found : {}).map(([name, list]) => [
    name,
    stepsOf(list, name, problems),
  ]);
  return { sections: Object.fromEntries(read), problems };
}

function stepsOf(list: unknown, at: string, problems: string[]): MessageStep[] {
  if (!Array.isArray(list)) {
    problems.push(`${at} must be a list of steps`);
    return [];
  }
  return list.flatMap((value, i) => stepOf(value, `${at}[${i}]`, problems) ?? []);
}

function stepOf(value: unknown, at: string, problems: string[]): MessageStep | undefined {
  const [[verb, given] = ['', null], ...more] = Object.entries(isRecord(value) ? value : {});
  const declared = MESSAGE_VERBS.get(verb);
  if (!declared || more.length > 0) {
    const meant = nearest(verb, MESSAGE_VERBS.keys());
    const hint = meant ? `. Did you mean ${meant}?` : '';
    problems.push(`${at}: ${declared ? 'a step must have one verb' : `unknown verb ${verb || 'nothing'}${hint}`}`);
    return undefined;
  }
  const short = verb === 'return' ? 'value' : isRecord(given) ? undefined : SHORTHANDS[verb];
  const params = short === undefined ? (isRecord(given) ? given : {}) : { [short]: given };
  const checked =
    verb === 'switch'
      ? { ...params, case: keysOf(params.case), ...(params.default !== undefined && { default: '' }) }
      : params;
  const read = readParameters(declared as unknown as AnyVerb, checked); // It reads only what is declared.
  problems.push(...read.problems.map((one) => `${at}: ${one}`));
  if (verb !== 'switch') return { verb, params };
  const cases = isRecord(params.case) ? params.case : {};
  const nested = Object.entries(cases).map(([name, list]) => [name, stepsOf(list, `${at}.case.${name}`, problems)]);
  const other = params.default === undefined ? {} : { default: stepsOf(params.default, `${at}.default`, problems) };
  return { verb, params: { ...params, case: Object.fromEntries(nested), ...other } };
}

/** A list of steps is represented by text for the validation of the parameters. */
const keysOf = (cases: unknown): unknown =>
  isRecord(cases) ? Object.fromEntries(Object.keys(cases).map((name) => [name, name])) : cases;
