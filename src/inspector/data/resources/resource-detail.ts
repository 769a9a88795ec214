import type { RestClient } from '../../../client/index.js';
import type { ResourceDetail, ResourceLink, ResourceList } from '../../contract.js';
import type { InspectedSandbox } from '../../inspected.js';
import {
  byId,
  call,
  copyClient,
  itemsOf,
  type Listed,
  type ListedResource,
  listedResources,
  listRowOf,
  rowOf,
  textsIn,
} from './listed-resources.js';
import { formsOfNamespace, formsOfResource } from './operation-forms.js';

const MAX_JSON = 100_000;
const MAX_LINKS = 100;
/** A shorter value can be equal to an id by chance. */
const MIN_ID = 8;

export async function resourceList(sandbox: InspectedSandbox): Promise<ResourceList> {
  const listed = await listedResources(copyClient(sandbox));
  return {
    namespaces: listed.map(({ namespace, resources, isCut }) => ({
      ...{ name: namespace.name, count: resources.length, isCut },
      operations: formsOfNamespace(namespace),
    })),
    rows: listed.flatMap(({ resources }) => resources.map(listRowOf)),
  };
}

/** A resource with its relations. Undefined if the API does not list it. */
export async function resourceDetail(
  sandbox: InspectedSandbox,
  name: string,
  id: string,
): Promise<ResourceDetail | undefined> {
  const client = copyClient(sandbox);
  const listed = await listedResources(client);
  const own = listed.find(({ namespace }) => namespace.name === name);
  const found = own?.resources.find((one) => one.id === id);
  if (!own || !found) return undefined;
  const json = JSON.stringify(found.value, null, 2);
  return {
    row: rowOf(found),
    json: json.slice(0, MAX_JSON),
    isCut: json.length > MAX_JSON,
    links: linksFrom(found, byId(listed)),
    usedBy: usersOf(found, listed),
    children: await childrenOf(client, own, id),
    operations: formsOfResource(own.namespace, found),
  };
}

function linksFrom(resource: ListedResource, all: ReadonlyMap<string, ListedResource>): ResourceLink[] {
  const links: ResourceLink[] = [];
  for (const [path, text] of textsIn(resource.value)) {
    const target = text.length < MIN_ID || text === resource.id ? undefined : all.get(text);
    if (target && links.length < MAX_LINKS) links.push({ ...rowOf(target), path });
  }
  return links;
}

function usersOf({ id }: ListedResource, listed: readonly Listed[]): ResourceLink[] {
  if (id.length < MIN_ID) return [];
  const users: ResourceLink[] = [];
  for (const { resources } of listed)
    for (const one of resources) {
      const [path] = [...textsIn(one.value)].find(([, text]) => one.id !== id && text === id) ?? [];
      if (path !== undefined && users.length < MAX_LINKS) users.push({ ...rowOf(one), path });
    }
  return users;
}

/** The lists below a resource, such as the members of a queue, without empty ones. */
async function childrenOf(client: RestClient, { namespace }: Listed, id: string): Promise<ResourceDetail['children']> {
  const children: { operation: string; count: number; json: string }[] = [];
  for (const [key, { args, method }] of namespace.rows) {
    if (method !== 'GET' || args.length !== 1 || !key.startsWith('list_')) continue;
    const { items } = await itemsOf(call(client, `${namespace.name}.${key}`, [id]));
    if (items.length === 0) continue;
    const json = JSON.stringify(items, null, 2).slice(0, MAX_JSON);
    children.push({ operation: `${namespace.name}.${key}`, count: items.length, json });
  }
  return children;
}
