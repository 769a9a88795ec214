import type { SessionLog } from '../../bench/index.js';
import { RestClient } from '../../client/index.js';
import { mayBeLoopback } from '../../http/index.js';
import { type CallSummary, copySandbox, type Sandbox } from '../../sandbox/index.js';
import type { SheetPart } from '../../util/index.js';
import type { NumberProblem, NumberRow, ResourceRow } from '../contract.js';
import { itemsOf, NAMESPACES } from './resources/listed-resources.js';

const MAX_NUMBERS = 200;

type Numbered = Pick<Sandbox, 'credentials' | 'seed' | 'snapshot'>;

/** The numbers of the project with their routes, those with problems first. Reads a copy, so that the clock stands still. */
export async function numberRows(sandbox: Numbered, log?: SessionLog): Promise<NumberRow[]> {
  const { explainRoute } = await import('../../assist/index.js');
  const copy = copySandbox(sandbox);
  const { credentials, transport } = copy;
  const client = new RestClient({ ...credentials, transport, retries: 0, on_notice: () => {} });
  const resources = await itemsOf(client.fabric.resources.list());
  const failures = log ? failedUrls(log) : new Map<string, UrlFailure>();
  const inbound = copy.calls().filter(({ direction }) => direction === 'inbound');
  const latestCalls = new Map(inbound.map((call) => [call.to, call]));
  const rows: NumberRow[] = [];
  for await (const { id, number, name, call_handler, calling_handler_resource_id } of client.phone_numbers.list()) {
    if (rows.length === MAX_NUMBERS) break;
    const parts = (await explainRoute(client, number)).slice(1);
    const dead = urlsIn(parts).flatMap((url) => failures.get(url) ?? []);
    const problems = [
      ...problemsIn(parts).map((text) => ({ text, operation: operationFor(text, call_handler) })),
      ...(dead.length > 0 ? dead : callProblem(latestCalls.get(number))),
    ].map((one) => ({ operation: operationFor('', call_handler), ...one }));
    const handler = resources.items.find((one) => one.id === calling_handler_resource_id);
    rows.push({ id, number, name: name || null, parts, problems, handler: handler ? handlerRow(handler) : null });
  }
  return rows.sort((a, b) => Number(b.problems.length > 0) - Number(a.problems.length > 0));
}

/** What is no fault of the number: nobody answered, or the sandbox does not reach the server. */
const NOT_OF_THE_NUMBER: readonly (string | null)[] = [null, 'busy', 'no answer', 'canceled', 'server not reached'];

/** The failure of the latest call to a number. A URL can answer, and still send no document that works. */
const callProblem = (call: CallSummary | undefined): Pick<NumberProblem, 'text' | 'call'>[] =>
  call === undefined || NOT_OF_THE_NUMBER.includes(call.failure)
    ? []
    : [{ text: `The latest call failed: ${call.failure}.`, call: call.id }];

/** The problem names the operation, or the kind of the handler does. */
const operationFor = (text: string, handler: string | null): string =>
  /phone_numbers\.(\w+)/.exec(text)?.[1] ?? (handler === 'laml_webhooks' ? 'set_cxml_webhook' : 'set_swml_webhook');

/** The namespace of its kind, or that of all resources. */
function handlerRow({ id, type, display_name }: Readonly<Record<string, unknown>>): ResourceRow {
  const own = `fabric.${type}s`;
  const namespace = NAMESPACES.some(({ name }) => name === own) ? own : 'fabric.resources';
  return { namespace, id: String(id), title: String(display_name || id) };
}

interface UrlFailure {
  readonly text: string;
  readonly request: number;
}

/** The URLs whose latest request in the log failed. */
function failedUrls(log: SessionLog): ReadonlyMap<string, UrlFailure> {
  const failures = new Map<string, UrlFailure>();
  for (const [id, event] of log.since(0)) {
    if (event.kind !== 'webhook') continue;
    const { url, status, fault } = event.exchange;
    // The sandbox does not reach other machines, but the platform does.
    const isFailure = status === undefined ? fault !== 'not_allowed' : status >= 400;
    if (!isFailure) failures.delete(url);
    else
      failures.set(url, {
        text: `${url} ${status === undefined ? `gave no response (${fault ?? 'unknown reason'})` : `responded with ${status}`}`,
        request: id,
      });
  }
  return failures;
}

const urlsIn = (parts: readonly SheetPart[]): string[] =>
  parts.flatMap((part) => (typeof part === 'object' && 'path' in part ? part.path.map(({ title }) => title) : []));

/** The broken steps of a route, the deleted resources, and the warnings. */
function problemsIn(parts: readonly SheetPart[]): string[] {
  return parts.flatMap((part, index) => {
    if (typeof part === 'string') return [];
    if ('path' in part)
      return part.path.flatMap(({ broken, title, text }) => (broken ? [[title, text].filter(Boolean).join(': ')] : []));
    if ('pairs' in part)
      return part.pairs.flatMap(([name, text]) => (name === 'resource' && /; deleted/.test(text) ? [text] : []));
    const before = parts[index - 1];
    const isWarning = typeof before === 'object' && 'title' in before && before.title === 'Warnings';
    if (!('lines' in part) || !isWarning) return [];
    // The sandbox reaches servers on this machine only, and those have no certificate.
    return part.lines.filter((line) => !(line.includes('not encrypted') && parts.some(leadsToThisMachine)));
  });
}

const leadsToThisMachine = (part: SheetPart): boolean =>
  typeof part === 'object' &&
  'path' in part &&
  part.path.some(({ title }) => URL.canParse(title) && mayBeLoopback(new URL(title).hostname));
