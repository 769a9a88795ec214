import { type Match, matchRoute } from '../../client/index.js';
import { isRecord } from '../request/read-json.js';
import type { Fields } from '../respond/handler.js';
import { familyOfParameter, shownItems } from '../respond/shown-items.js';
import { type Exchange, fieldsOf, isExchange, jsonOf, type RecordedCase, startOf } from './recorded-case.js';

/** A resource that existed before the recording began. */
export interface Seen {
  /** The path of its collection, without parameters: `/api/relay/rest/queues/{}/members`. */
  readonly family: string;
  readonly id: string;
  /** The id of the resource that contains it. */
  readonly parent: string | undefined;
  /** Its fields before the first change, as far as the recording shows them. */
  fields: Fields;
  /** The operations that showed it before the first change, with the URL and the names of the fields. */
  readonly shown: Map<string, { readonly url: string; readonly names: readonly string[] }>;
  isListed: boolean;
}

export interface RecordedAccount {
  readonly project: string | undefined;
  readonly startedAt: string | undefined;
  /** In the order in which they must be created: the oldest first. */
  readonly seen: readonly Seen[];
}

/** Finds the resources that appear in a recording but were not created in it. */
export function recordedAccount(recording: RecordedCase): RecordedAccount {
  const startedAt = startOf(recording);
  const account = new AccountReader(startedAt);
  for (const document of recording.documents) if (isExchange(document)) account.read(document);
  return { project: account.project, startedAt, seen: account.oldestFirst() };
}

/** A refusal with one of these statuses concerns a resource that exists. */
const REFUSED = [400, 409, 422];

/** The fields of requests that name a resource, and the family of that resource. */
const REFERENCES: Readonly<Record<string, string>> = {
  phone_route_id: '/api/relay/rest/phone_numbers',
  phone_number_id: '/api/relay/rest/phone_numbers',
  domain_application_id: '/api/relay/rest/domain_applications',
  sip_endpoint_id: '/api/fabric/resources/sip_endpoints',
  e911_address_id: '/api/relay/rest/addresses',
  call_flow_id: '/api/fabric/resources/call_flows',
  call_ai_agent_id: '/api/fabric/resources/ai_agents',
  call_laml_application_id: '/api/fabric/resources/cxml_applications',
  message_laml_application_id: '/api/fabric/resources/cxml_applications',
  document_id: '/api/datasphere/documents',
};
const CALLS = '/api/calling/calls';
/** Requests with these fields succeed only if the project has the number. */
const SENDERS = ['from', 'From'];
const NUMBERS = '/api/relay/rest/phone_numbers';

class AccountReader {
  readonly #seen = new Map<string, Seen>();
  readonly #created = new Set<string>();
  readonly #changed = new Set<Seen>();
  readonly #startedMs: number;
  project: string | undefined;

  constructor(startedAt: string | undefined) {
    this.#startedMs = Date.parse(startedAt ?? '');
  }

  read({ request, response }: Exchange): void {
    const url = new URL(request.url);
    const sent = fieldsOf(request.body);
    const match = matchRoute(request.method, url.pathname, sent);
    if (!match) return;
    const isOk = response !== undefined && response.status >= 200 && response.status < 300;
    if (!isOk && response !== undefined && !REFUSED.includes(response.status)) return;
    const body = jsonOf(response?.body);
    this.project ??= match.words.account ?? (isOk ? projectIn(body) : undefined);
    const params = isRecord(sent.params) ? { ...sent, ...sent.params } : sent;
    const shown = isOk ? shownItems(match, body) : [];
    for (const { family, id, item } of shown)
      if (this.#isNew(item) && !this.#seen.has(`${family} ${id}`)) this.#created.add(id);
    const named = [...this.#inPath(match), ...this.#inFields(match, params, isOk ? undefined : body)];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // Without a response, nothing shows that the number is not one of the project.
    if (!isRead && (isOk || response === undefined)) for (const name of SENDERS) this.#sender(params[name]);
    if (!isOk) return;
    for (const { family, id, parent, item, isListed } of shown) {
      if (!isRead && !named.some((one) => one.id === id)) this.#created.add(id);
      const seen = this.#see(family, id, parent, item);
      if (!seen) continue;
      seen.isListed ||= isListed;
      if (isRead) this.#show(seen, item, match.operation, request.url);
      // What the request set was different before, and the recording does not show how.
      else if (seen.shown.size === 0) seen.fields = { ...without(item, params), ...seen.fields };
    }
    if (!isRead) for (const seen of named) this.#changed.add(seen);
  }

  /** Lists show the newest first. A resource that no list shows may be older than the pages that were requested. */
  oldestFirst(): Seen[] {
    const ranks = ranksOf([...this.#seen.values()]);
    const keyOf = (seen: Seen) => [
      createdSecond(seen.fields),
      Number(seen.isListed),
      // Its times have no milliseconds.
      Number(seen.family.startsWith('/api/laml/')),
      -(ranks.get(`${groupOf(seen)} ${seen.id}`) ?? 0),
    ];
    return [...this.#seen.values()]
      .map((seen) => ({ seen, key: keyOf(seen) }))
      .sort((one, other) => firstDifference(one.key, other.key))
      .map(({ seen }) => seen);
  }

  #inPath({ row, words }: Match): Seen[] {
    let parent: string | undefined;
    return row.parameters.flatMap((parameter) => {
      const id = words[parameter.name] ?? '';
      if (parameter.name === 'account' || parameter.kind !== 'id' || id === '' || id === 'Front') return [];
      const seen = this.#see(familyOfParameter(parameter), id, parent);
      parent = id;
      return seen ? [seen] : [];
    });
  }

  #inFields({ row }: Match, fields: Fields, refusal: unknown): Seen[] {
    const found = Object.entries(REFERENCES).flatMap(([name, family]) => {
      const id = fields[name];
      return typeof id === 'string' && id !== '' && refusal === undefined ? [this.#see(family, id)] : [];
    });
    if (row.path === CALLS && typeof fields.id === 'string') found.push(this.#see(CALLS, fields.id));
    const call = found.at(-1);
    // The refusal says in which state the call was.
    if (call?.family === CALLS && call.fields.status === undefined) call.fields = { status: statusIn(refusal) };
    return found.filter((one) => one !== undefined);
  }

  #sender(number: unknown): void {
    if (typeof number !== 'string' || !/^\+[1-9]\d{6,14}$/.test(number)) return;
    for (const { fields } of this.#seen.values())
      if (fields.number === number || fields.phone_number === number) return;
    this.#see(NUMBERS, number, undefined, { number });
  }

  #see(family: string, id: string, parent?: string, item: Fields = {}): Seen | undefined {
    if (this.#created.has(id)) return undefined;
    const known = this.#seen.get(`${family} ${id}`);
    if (known) return known;
    const seen: Seen = { family, id, parent, fields: {}, shown: new Map(), isListed: false };
    if (family === NUMBERS && id.startsWith('+')) seen.fields = item;
    this.#seen.set(`${family} ${id}`, seen);
    return seen;
  }

  /** Requests create resources without returning them, such as recordings of calls. Their dates are those of the recording. */
  #isNew({ created_at, date_created = created_at }: Fields): boolean {
    return typeof date_created === 'string' && Date.parse(date_created) >= this.#startedMs;
  }

  #show(seen: Seen, item: Fields, operation: string, url: string): void {
    if (this.#changed.has(seen)) return;
    seen.fields = { ...item, ...seen.fields };
    if (!seen.shown.has(operation)) seen.shown.set(operation, { url, names: Object.keys(item) });
  }
}

/** Several lists show the same resources: those of both APIs, and those of one type and of all resources. */
const groupOf = ({ family }: Seen) =>
  family.startsWith(RESOURCES) ? RESOURCES : family.slice(family.lastIndexOf('/')).toLowerCase();
const RESOURCES = '/api/fabric/resources';

/** The position of each resource in the lists. The longest list decides. */
function ranksOf(seen: readonly Seen[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { family } of seen) sizes.set(family, (sizes.get(family) ?? 0) + 1);
  const ranks = new Map<string, number>();
  for (const one of [...seen].sort((a, b) => (sizes.get(b.family) ?? 0) - (sizes.get(a.family) ?? 0))) {
    const key = `${groupOf(one)} ${one.id}`;
    if (!ranks.has(key)) ranks.set(key, ranks.size);
  }
  return ranks;
}

function createdSecond({ created_at, date_created = created_at }: Fields): number {
  const ms = typeof date_created === 'string' ? Date.parse(date_created) : Number.NaN;
  return Number.isNaN(ms) ? 0 : Math.floor(ms / 1000);
}

const firstDifference = (one: readonly number[], other: readonly number[]): number =>
  one.map((value, i) => value - (other[i] ?? 0)).find((difference) => difference !== 0) ?? 0;

function projectIn(body: unknown): string | undefined {
  const items = isRecord(body) && Array.isArray(body.data) ? body.data : [body];
  for (const item of items) if (isRecord(item) && typeof item.project_id === 'string') return item.project_id;
  return undefined;
}

/** The fields of an item that a request did not set, under the names of both APIs. */
function without(item: Fields, sent: Fields): Fields {
  const names = new Set(Object.keys(sent).flatMap((name) => [name, snake(name), `friendly_${name}`]));
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.has(name)));
}

const snake = (name: string) => name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

function statusIn(refusal: unknown): string {
  const text = JSON.stringify(refusal) ?? '';
  if (/cannot_update_completed|21220/.test(text) && !text.includes('call_not_answered')) return 'ended';
  return text.includes('call_not_answered') || text.includes('cannot_redirect_not_in_progress')
    ? 'ringing'
    : 'answered';
}
