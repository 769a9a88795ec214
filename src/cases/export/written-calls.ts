import type { CassetteDocument, CassetteEntry } from '../../cassette/index.js';
import { argumentNames } from '../../client/index.js';
import { asCode, type CodeAt } from '../../util/index.js';
import { type Call, Calls } from '../call-of.js';
import { type WrongBody, wrongBody } from '../explain/wrong-body.js';
import { type Link, links, type Path } from '../links/links.js';
import { operationIn } from '../operation-in.js';
import type { Recording, WrittenRecording } from './exporter.js';
import { failureOf, faultCode, faultOf, type InjectedFault, serviceHost, serviceWords } from './failure.js';

/** A recorded request as code. */
export interface WrittenCall {
  readonly entry: CassetteEntry;
  /** Undefined if the client cannot send the request. */
  readonly call?: Call;
  /** The body, if the client cannot send it. */
  readonly wrongBody?: WrongBody;
  /** The host of a service, if the request did not go to the platform. */
  readonly service?: string;
  /** `platform.queues.get(queue.id)` or `service('GET', …)`; the method and the URL if no code sends the request. */
  readonly code: string;
  /** The statement before the call that makes it fail as in the recording, if the request does not cause the failure. */
  readonly fault?: string;
  /** The fault that this statement injects. */
  readonly injected?: InjectedFault;
  /** The variable for the result, if a later call uses the result. */
  readonly name?: string;
  /** The recorded status, or the fault, if the request failed. */
  readonly failure?: number | string;
  readonly isLast: boolean;
  /** Formats a value of the recording as code, with variables for linked values. */
  valueCode(value: unknown): string;
}

/** Names that the written programs and the preloaded names already use. */
const TAKEN = [
  ...['platform', 'sandbox', 'registry', 'agent', 'display', 'expect', 'it', 'error', 'import', 'function'],
  ...['service', 'services', 'replayer'],
];

export const withCalls = (
  { header, documents }: Recording,
  unproduced?: ReadonlySet<CassetteEntry>,
): WrittenRecording => {
  let calls: readonly WrittenCall[] | undefined;
  return {
    header,
    documents,
    get calls() {
      calls ??= writtenCalls(documents, unproduced);
      return calls;
    },
  };
};

/** Writes each recorded request as a call. What a response returned and a later call uses becomes a variable. */
function writtenCalls(
  documents: readonly CassetteDocument[],
  unproduced: ReadonlySet<CassetteEntry> | undefined,
): WrittenCall[] {
  const calls = new Calls();
  const found = links(documents);
  const sources = new Set(found.map(({ from }) => from.entry));
  const linksAt = byUse(found);
  const names = new Map<number, string>();
  const taken = new Set(TAKEN);
  const exchanges = documents.flatMap((document, index) =>
    document.kind === 'http' ? [{ entry: document as CassetteEntry, at: index }] : [],
  );
  return exchanges.map(({ entry, at }): WrittenCall => {
    const { method, url } = entry.request;
    const call = calls.of(entry);
    const failure = failureOf(entry);
    const isLast = at === exchanges.at(-1)?.at;
    const codeAt = variablesFor(linksAt.get(at) ?? [], names);
    const valueCode = (value: unknown) => asCode(value, codeAt);
    const facts = { entry, isLast, valueCode, ...(failure !== undefined && { failure }) };
    const service = call ? undefined : serviceHost(entry);
    if (service !== undefined)
      return {
        ...facts,
        service,
        code: `service(${serviceWords(entry)
          .map((word) => asCode(word))
          .join(', ')})`,
      };
    const wrong = call && wrongBody(call.row, entry.request);
    if (!call || wrong) return { ...facts, code: `${method} ${url}`, ...(wrong && { wrongBody: wrong }) };
    const fault = faultOf(entry, unproduced);
    const code = callCode(call, codeAt, { failure, isInjected: fault !== undefined });
    // The result of a call that failed is not assigned, so later calls keep the value itself.
    const isNamed = sources.has(at) && failure === undefined;
    const name = isNamed ? freshName(call.operation, taken) : undefined;
    if (name !== undefined) names.set(at, name);
    return {
      ...facts,
      call,
      code,
      ...(name !== undefined && { name }),
      // The sandbox knows the request by the helper that can also send it.
      ...(fault && { fault: faultCode(operationIn(entry) ?? call.operation, fault), injected: fault }),
    };
  });
}

/** The recorded requests to services. */
export const servicesIn = (calls: readonly WrittenCall[]): CassetteEntry[] =>
  calls.flatMap(({ service, entry }) => (service === undefined ? [] : [entry]));

/** What programs leave out. The text has the same sentences as comments. */
export const leftOut = ({ calls }: Pick<WrittenRecording, 'calls'>): string[] =>
  calls.flatMap((written) => (written.call || written.service !== undefined ? [] : [leftOutSentence(written)]));

export const leftOutSentence = ({ code, wrongBody }: WrittenCall): string =>
  wrongBody
    ? `The body of ${code} is ${wrongBody.is}. The client cannot send it, so the program leaves the request out.`
    : `${code} is not an operation of the client, so the program leaves it out.`;

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
    if (name !== undefined) variables.set(value, memberCode(name, from.path));
  }
  return (_, value) => (typeof value === 'string' ? variables.get(value) : undefined);
}

/** The client refuses some wrong calls before it sends them. The recorded program did send them. */
const UNCHECKED = '.with({ check: false })';
const isInvalid = (failure: number | string | undefined) => failure === 400 || failure === 422;

/** The client would send the request again. A second attempt succeeds, because the fault is injected once. */
const ONCE = '.with({ retries: 0 })';

interface Ending {
  readonly failure: number | string | undefined;
  readonly isInjected: boolean;
}

function callCode({ operation, row, args }: Call, codeAt: CodeAt, { failure, isInjected }: Ending): string {
  const called = `platform${isInvalid(failure) ? UNCHECKED : isInjected ? ONCE : ''}.${operation}`;
  const words = args.map((arg) => asCode(arg, codeAt));
  const line = `${called}(${words.join(', ')})`;
  const fields = args[argumentNames(row).length];
  if (line.length <= MAX_COLUMNS || typeof fields !== 'object' || fields === null) return line;
  const inside = Object.entries(fields).map(([key, value]) => `  ${asCode({ [key]: value }, codeAt).slice(2, -2)},`);
  return [`${called}(${[...words.slice(0, -1), '{'].join(', ')}`, ...inside, '})'].join('\n');
}

const MAX_COLUMNS = 90;

/** `queues.data[0].id`; the token of a next page is read from its link. */
function memberCode(name: string, path: Path): string {
  const mark = path.indexOf('?');
  if (mark >= 0) {
    const link = memberCode(name, path.slice(0, mark));
    return `new URLSearchParams(${link}.split('?')[1]).get(${asCode(String(path[mark + 1]))}) ?? ''`;
  }
  const steps = path.map((step) =>
    typeof step === 'number' ? `[${step}]` : /^[A-Za-z_$][\w$]*$/.test(step) ? `.${step}` : `[${asCode(step)}]`,
  );
  return name + steps.join('');
}

/** `queue` for `queues.create`, `queues` for `queues.list`, `call` for `calling.dial`. Adds the name to those taken. */
export function freshName(operation: string, taken: Set<string>): string {
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
