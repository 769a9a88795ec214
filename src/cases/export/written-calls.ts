import type { CassetteDocument, CassetteEntry } from '../../cassette/index.js';
import { argumentNames } from '../../client/index.js';
import { asCode, type CodeAt } from '../../util/index.js';
import { type Link, links, type Path } from '../links/links.js';
import { type Call, Calls } from './call-of.js';

/** A recorded request as code. */
export interface WrittenCall {
  readonly entry: CassetteEntry;
  /** Undefined if no operation of the client sends the request. */
  readonly call?: Call;
  /** `platform.queues.get(queue.id)` */
  readonly code: string;
  /** The variable for the result, if a later call uses the result. */
  readonly name?: string;
  /** The recorded status, or the fault, if the request failed. */
  readonly failure?: number | string;
  readonly isLast: boolean;
  /** Formats a value of the recording as code, with variables for linked values. */
  valueCode(value: unknown): string;
}

/** Names that the written programs and the preloaded names already use. */
const TAKEN = ['platform', 'sandbox', 'registry', 'agent', 'display', 'expect', 'it', 'error', 'import', 'function'];

/** Writes each recorded request as a call. What a response returned and a later call uses becomes a variable. */
export function writtenCalls(documents: readonly CassetteDocument[]): WrittenCall[] {
  const calls = new Calls();
  const found = links(documents);
  const sources = new Set(found.map(({ from }) => from.entry));
  const linksAt = byUse(found);
  const names = new Map<number, string>();
  const taken = new Set(TAKEN);
  const exchanges = documents.flatMap((document, at) =>
    document.kind === 'http' ? [{ entry: document as CassetteEntry, at }] : [],
  );
  return exchanges.map(({ entry, at }): WrittenCall => {
    const { method, url } = entry.request;
    const call = calls.of(entry);
    const failure = failureOf(entry);
    const isLast = at === exchanges.at(-1)?.at;
    const codeAt = variablesFor(linksAt.get(at) ?? [], names);
    const valueCode = (value: unknown) => asCode(value, codeAt);
    if (!call) return { entry, code: `${method} ${url}`, isLast, valueCode, ...(failure !== undefined && { failure }) };
    const code = callCode(call, codeAt, failure);
    // The result of a call that failed is not assigned, so later calls keep the value itself.
    const isNamed = sources.has(at) && failure === undefined;
    const name = isNamed ? freshName(call.operation, taken) : undefined;
    if (name !== undefined) names.set(at, name);
    return {
      entry,
      call,
      code,
      isLast,
      valueCode,
      ...(name !== undefined && { name }),
      ...(failure !== undefined && { failure }),
    };
  });
}

const failureOf = ({ response, fault }: CassetteEntry): number | string | undefined =>
  fault ?? ((response?.status ?? 0) >= 400 ? response?.status : undefined);

const KINDS: Readonly<Record<string, 'timeout' | 'reset'>> = { timeout: 'timeout', reset: 'reset', refused: 'reset' };

/**
 * The code that makes the sandbox fail the next request of an operation, or undefined if the sandbox fails by itself.
 * The sandbox does not fail by itself because of an expired token, a rate limit, an outage or the network.
 */
export function faultCode(operation: string, failure: number | string): string | undefined {
  const isInjected = typeof failure === 'string' || failure === 401 || failure === 429 || failure >= 500;
  if (!isInjected) return undefined;
  const fault = typeof failure === 'number' ? { status: failure } : { kind: KINDS[failure] ?? 'reset' };
  return `sandbox.faults.add(${asCode(operation)}, ${asCode(fault)}, { times: 1 })`;
}

/** The links by the exchange that uses them. */
function byUse(found: readonly Link[]): ReadonlyMap<number, readonly Link[]> {
  const links = new Map<number, Link[]>();
  for (const link of found)
    for (const entry of new Set(link.uses.map((use) => use.entry))) {
      const here = links.get(entry);
      if (here) here.push(link);
      else links.set(entry, [link]);
    }
  return links;
}

/** The variables for the values that earlier responses returned. */
function variablesFor(used: readonly Link[], names: ReadonlyMap<number, string>): CodeAt {
  const variables = new Map<string, string>();
  for (const { value, from } of used) {
    const name = names.get(from.entry);
    if (name !== undefined) variables.set(value, `${name}${memberCode(from.path)}`);
  }
  return (_, value) => (typeof value === 'string' ? variables.get(value) : undefined);
}

/** The client refuses some wrong calls before it sends them. The recorded program did send them. */
const UNCHECKED = '.with({ check: false })';
const isInvalid = (failure: number | string | undefined) => failure === 400 || failure === 422;

function callCode({ operation, row, args }: Call, codeAt: CodeAt, failure: number | string | undefined): string {
  const called = `platform${isInvalid(failure) ? UNCHECKED : ''}.${operation}`;
  const words = args.map((arg) => asCode(arg, codeAt));
  const line = `${called}(${words.join(', ')})`;
  const fields = args[argumentNames(row).length];
  if (line.length <= MAX_COLUMNS || typeof fields !== 'object' || fields === null) return line;
  const inside = Object.entries(fields).map(([key, value]) => `  ${asCode({ [key]: value }, codeAt).slice(2, -2)},`);
  return [`${called}(${[...words.slice(0, -1), '{'].join(', ')}`, ...inside, '})'].join('\n');
}

const MAX_COLUMNS = 90;

/** `.data[0].id`; the token of a next page is read from its link. */
function memberCode(path: Path): string {
  const mark = path.indexOf('?');
  if (mark >= 0) {
    const link = memberCode(path.slice(0, mark));
    return `${link}.match(/[?&]${String(path[mark + 1])}=([^&]*)/)?.[1] ?? ''`;
  }
  return path
    .map((step) =>
      typeof step === 'number' ? `[${step}]` : /^[A-Za-z_$][\w$]*$/.test(step) ? `.${step}` : `[${asCode(step)}]`,
    )
    .join('');
}

/** `queue` for `queues.create`, `queues` for `queues.list`, `call` for `calling.dial`. Adds the name to those taken. */
function freshName(operation: string, taken: Set<string>): string {
  const [action = '', subject = 'result'] = operation.split('.').reverse();
  const many = /^(?:list|search)/.test(action);
  const one =
    subject === 'calling'
      ? 'call'
      : subject === 'addresses'
        ? 'address'
        : subject.replace(/ies$/, 'y').replace(/s$/, '');
  const base = many ? (subject.endsWith('s') ? subject : `${subject}s`) : one;
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base}${n}`;
  taken.add(name);
  return name;
}
