import { nearest } from '../../../util/index.js';
import { headProblems } from '../../request/head-problems.js';
import { isRecord } from '../../request/read-json.js';
import { SWML_VERBS } from '../verbs/index.js';
import { MESSAGE_VERBS } from '../verbs/messaging/message-verbs.js';
import type { Parameter } from '../verbs/parameters.js';
import { alternativesFor, itemOf, readParameters } from '../verbs/read-parameters.js';
import { type AnyVerb, verbMeant } from '../verbs/verb.js';
import type { CallDocument, DocumentProblem, Step } from './call-document.js';

const MAX_PROBLEMS = 100;

/** Derives the lists of steps of a SWML document, validates them, and names every problem. */
export function compileSwml(source: unknown, verbs: ReadonlyMap<string, AnyVerb> = SWML_VERBS): CallDocument {
  const head = headProblems(source);
  const sections = isRecord(source) && isRecord(source.sections) ? source.sections : {};
  const compiler = new Compiler(verbs);
  for (const [name, value] of Object.entries(sections)) compiler.section(name, value);
  if (compiler.lists.get('main')?.length === 0)
    compiler.problem('main', 'sections.main is empty, so the call ends immediately');
  const problems = [
    ...head.map((message) => ({ message, ...(message.startsWith('version ') && { at: 'version' }) })),
    ...compiler.problems,
    ...(verbs === SWML_VERBS ? missingSections(compiler.lists) : []),
  ];
  return {
    language: 'swml',
    sections: new Set(Object.keys(sections).filter((name) => compiler.lists.has(name))),
    lists: compiler.lists,
    problems: problems.length > MAX_PROBLEMS ? [...problems.slice(0, MAX_PROBLEMS), { message: '…' }] : problems,
    isFatal: head.length > 0 || !compiler.lists.has('main'),
  };
}

/** Reads a document in SWML that answers a message: sections, or one reply. It does not run with any problem. */
export function compileMessage(source: unknown): CallDocument {
  const { sections, version: _, ...reply } = isRecord(source) ? source : {};
  const main = Object.entries(reply).map(([verb, params]) => ({ [verb]: params }));
  const document = compileSwml(
    isRecord(source) && sections === undefined ? { sections: { main } } : source,
    MESSAGE_VERBS,
  );
  return { ...document, isFatal: document.problems.length > 0 };
}

/** The sections that steps name and that do not exist, also in branches that no call takes. */
function missingSections(lists: ReadonlyMap<string, readonly Step[]>): DocumentProblem[] {
  return [...lists.values()].flat().flatMap((step) => {
    const { at, verb } = step;
    const { name, to } = targetOf(step) ?? {};
    return typeof to === 'string' && /^[\w-]+$/.test(to) && !lists.has(to)
      ? [{ at: `${at}.${verb?.name}.${name}`, message: `${at}: ${noSection(to, lists.keys())}` }]
      : [];
  });
}

const TARGETS: ReadonlyMap<string, string> = new Map([
  ['execute', 'dest'],
  ['transfer', 'dest'],
  ['connect', 'transfer_after_bridge'],
  ['enter_queue', 'transfer_after_bridge'],
]);

/** The section, URL or document in which a step continues the call, with the name of the parameter. */
export function targetOf({ verb, params }: Step): { readonly name: string; readonly to: unknown } | undefined {
  const name = TARGETS.get(verb?.name ?? '');
  return name === undefined || params[name] === undefined ? undefined : { name, to: params[name] };
}

/** The problem of a section that does not exist, with its code. */
function noSection(name: string, known: Iterable<string>): string {
  const meant = nearest(
    name,
    [...known].filter((one) => /^[\w-]+$/.test(one)),
  );
  const advice = meant ? `. Did you mean ${meant}?` : '';
  return `there is no section ${name || '""'}${advice} (relay_script_section_parameter_undefined)`;
}

class Compiler {
  readonly lists = new Map<string, readonly Step[]>();
  readonly problems: DocumentProblem[] = [];

  constructor(readonly verbs: ReadonlyMap<string, AnyVerb>) {}

  problem(at: string, message: string): void {
    this.problems.push({ at, message });
  }

  section(name: string, value: unknown): void {
    if (isRecord(value)) this.problem(name, `sections.${name} must be a list of steps, not one step`);
    const list = isRecord(value) ? [value] : value;
    if (!Array.isArray(list)) {
      this.problem(name, `sections.${name} must be a list`);
      return;
    }
    this.#list(name, list);
    const labels = new Set<unknown>();
    for (const { at, params, verb } of this.lists.get(name) ?? []) {
      if (verb?.name !== 'label') continue;
      if (labels.has(params.name)) this.problem(at, `${at}: the label ${String(params.name)} is used twice in ${name}`);
      labels.add(params.name);
    }
  }

  #list(key: string, values: readonly unknown[]): void {
    this.lists.set(
      key,
      values.map((value, i) => this.#step(value, `${key}[${i}]`)),
    );
  }

  #step(value: unknown, at: string): Step {
    const entries = typeof value === 'string' ? [[value, {}] as const] : isRecord(value) ? Object.entries(value) : [];
    const [entry = ['', {}] as const] = entries;
    const [name, given] = entry;
    if (entries.length !== 1)
      return this.#invalid(at, name, `${at} must be an object with one verb, such as { "play": … }`);
    const verb = this.verbs.get(name);
    if (!verb) {
      const meant = verbMeant(name, this.verbs);
      return this.#invalid(at, name, `${at}: unknown verb ${name}${meant ? `. Did you mean ${meant}?` : ''}`);
    }
    const params = this.#nested(verb, paramsOf(verb, this.#mergedList(verb, given, at)), `${at}.${name}`);
    if (!isRecord(params)) return this.#invalid(at, name, `${at}: ${name} must be an object${exampleOf(verb, params)}`);
    const problems = readParameters(verb, params).problems.map((one) => ({
      at: `${at}.${writtenAt(verb, one.at)}`,
      message: `${at}: ${one.message}`,
    }));
    this.problems.push(...problems);
    return { at, name, verb, params, problems: problems.map(({ message }) => message) };
  }

  #invalid(at: string, name: string, problem: string): Step {
    this.problem(at, problem);
    return { at, name, verb: undefined, params: {}, problems: [problem] };
  }

  /** Some samples write the parameters of a transfer as a list of objects. */
  #mergedList(verb: AnyVerb, given: unknown, at: string): unknown {
    if (verb.name !== 'transfer' || !Array.isArray(given) || !given.every(isRecord)) return given;
    this.problem(at, `${at}: the parameters of transfer must be one object, not a list`);
    return Object.assign({}, ...given);
  }

  /** Adds the lists of steps in the parameters to `lists`, and replaces each by its key. */
  #nested(verb: AnyVerb, params: unknown, at: string): unknown {
    const fields: Readonly<Record<string, Parameter>> = verb.parameters;
    if (!isRecord(params)) return params;
    const isWhole = verb.whole !== undefined;
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => {
        const field = fields[name];
        return [name, field ? this.#keyed(field, value, isWhole ? at : `${at}.${name}`) : value];
      }),
    );
  }

  #keyed(field: Parameter, value: unknown, at: string): unknown {
    switch (field.kind) {
      case 'steps':
        if (!Array.isArray(value)) return typeof value === 'string' ? null : value;
        this.#list(at, value);
        return at;
      case 'list':
        return Array.isArray(value) ? value.map((one, i) => this.#keyed(itemOf(field), one, `${at}[${i}]`)) : value;
      case 'object':
      case 'map':
        if (!isRecord(value)) return value;
        return Object.fromEntries(
          Object.entries(value).map(([name, one]) => {
            const of = field.kind === 'map' ? itemOf(field) : field.fields?.[name];
            return [name, of ? this.#keyed(of, one, `${at}.${name}`) : one];
          }),
        );
      case 'either': {
        const [first] = alternativesFor(field, value).filter(({ kind }) => kind !== 'steps' || Array.isArray(value));
        return first ? this.#keyed(first, value, at) : value;
      }
      default:
        return value;
    }
  }
}

/** The position of a parameter as it is written. The parameter that gets the whole value has no name there. */
export const writtenAt = ({ name, whole }: AnyVerb, at: string): string =>
  whole === undefined ? at : at.replace(`${name}.${whole}`, name);

/** Shows how to write a value that is not an object as the only required parameter of its verb. */
function exampleOf({ name, parameters }: AnyVerb, value: unknown): string {
  const fields: Readonly<Record<string, Parameter>> = parameters;
  const [[only, field] = [], ...others] = Object.entries(fields).filter(([, { required }]) => required);
  if (only === undefined || field?.kind !== 'text' || others.length > 0 || typeof value !== 'string') return '';
  return `, such as ${JSON.stringify({ [name]: { [only]: value } }).slice(0, MAX_EXAMPLE)}`;
}
const MAX_EXAMPLE = 200;

/** Converts the short forms of a step to parameters. */
function paramsOf({ whole, shorthand }: AnyVerb, given: unknown): unknown {
  if (whole !== undefined) return { [whole]: given };
  if (shorthand !== undefined && !isRecord(given) && given !== null) return { [shorthand]: given };
  return given === null || given === '' ? {} : given;
}
