import { isRow, operations, RestClient, type Row, type Tree } from '../../../client/index.js';
import { copySandbox } from '../../../sandbox/index.js';
import type { ResourceListRow, ResourceRow } from '../../contract.js';
import type { InspectedSandbox } from '../../inspected.js';

const MAX_LISTED = 200;
const MAX_TITLE = 200;
const MAX_SEARCHED = 500;

/** A namespace whose resources the API lists, with its operations by their names in the namespace. */
export interface Namespace {
  readonly name: string;
  readonly rows: ReadonlyMap<string, Row>;
}

export interface ListedResource extends ResourceRow {
  readonly value: Readonly<Record<string, unknown>>;
}

export interface Listed {
  readonly namespace: Namespace;
  readonly resources: readonly ListedResource[];
  readonly isCut: boolean;
}

/** The namespaces that have a `list` without arguments, in the order of the tables. */
export const NAMESPACES: readonly Namespace[] = [...namespacesIn(operations)];

function* namespacesIn(tree: Tree, name = ''): Generator<Namespace> {
  const rows = new Map<string, Row>();
  for (const [key, node] of Object.entries(tree)) if (isRow(node)) rows.set(key, node);
  if (rows.get('list')?.args.length === 0) yield { name, rows };
  for (const [key, node] of Object.entries(tree))
    if (!isRow(node)) yield* namespacesIn(node, name === '' ? key : `${name}.${key}`);
}

/** A client of a copy of the sandbox: to read does not move the clock of the sandbox. */
export function copyClient(sandbox: Pick<InspectedSandbox, 'credentials' | 'seed' | 'snapshot'>): RestClient {
  const { credentials, transport } = copySandbox(sandbox);
  return new RestClient({ ...credentials, transport, retries: 0, on_notice: () => {} });
}

export async function listedResources(client: RestClient): Promise<Listed[]> {
  const all: Listed[] = [];
  for (const namespace of NAMESPACES) {
    const { items, isCut } = await itemsOf(call(client, `${namespace.name}.list`, []));
    const resources = items.flatMap((value) => {
      const id = idOf(value);
      return id === undefined ? [] : [{ namespace: namespace.name, id, title: titleOf(value, id), value }];
    });
    all.push({ namespace, resources, isCut });
  }
  return all;
}

export const rowOf = ({ namespace, id, title }: ListedResource): ResourceRow => ({ namespace, id, title });

/** A row of the list, with the texts that the filter searches. A document is too long for it. */
export function listRowOf(resource: ListedResource): ResourceListRow {
  const { value } = resource;
  const number = text(value.number) ?? text(value.phone_number) ?? null;
  const texts = new Set([...textsIn(value)].map(([, one]) => one).filter(({ length }) => length <= MAX_SEARCHED));
  return { ...rowOf(resource), number, texts: [...texts] };
}

/** The texts of a value with their paths. A deeper value is not searched. */
export function* textsIn(value: unknown, path = '', depth = 0): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  if (typeof value !== 'object' || value === null || depth > 8) return;
  for (const [name, item] of Object.entries(value))
    yield* textsIn(item, path === '' ? name : `${path}.${name}`, depth + 1);
}

/** The API can list a resource in several namespaces: that of its own kind is the first. */
export function byId(listed: readonly Listed[]): ReadonlyMap<string, ListedResource> {
  const all = new Map<string, ListedResource>();
  for (const { resources } of listed) for (const one of resources) if (!all.has(one.id)) all.set(one.id, one);
  return all;
}

/** Calls an operation by its name. */
export function call(client: RestClient, name: string, args: readonly unknown[]): unknown {
  const path = name.split('.');
  const owner = path.slice(0, -1).reduce<unknown>(member, client);
  const method = member(owner, path.at(-1) ?? '');
  if (typeof method !== 'function') throw new TypeError(`there is no operation ${name}`);
  return method.apply(owner, args);
}

const member = (owner: unknown, name: string): unknown =>
  typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined;

/** The first items of a list, on as many pages as they need. */
export async function itemsOf(list: unknown): Promise<{ items: Readonly<Record<string, unknown>>[]; isCut: boolean }> {
  const items: Readonly<Record<string, unknown>>[] = [];
  if (!isIterable(list)) return { items, isCut: false };
  for await (const item of list) {
    if (items.length === MAX_LISTED) return { items, isCut: true };
    if (isObject(item)) items.push(item);
  }
  return { items, isCut: false };
}

const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The field with the id has another name in a few namespaces, such as `sid` or `whatsapp_business_id`. */
function idOf(value: Readonly<Record<string, unknown>>): string | undefined {
  const other = Object.keys(value).find((name) => name.endsWith('_id'));
  return text(value.id) ?? text(value.sid) ?? (other === undefined ? undefined : text(value[other]));
}

const TITLES = ['name', 'friendly_name', 'display_name', 'number', 'phone_number', 'filename', 'business_name'];

function titleOf(value: Readonly<Record<string, unknown>>, id: string): string {
  const named = TITLES.map((name) => text(value[name])).find((one) => one !== undefined);
  const [from, to] = [text(value.from), text(value.to)];
  return (named ?? (from !== undefined && to !== undefined ? `${from} → ${to}` : id)).slice(0, MAX_TITLE);
}
