import { changeItem, type Item } from '../../../respond/resources.js';
import { collection, type State } from '../../../state/state.js';
import { FAMILIES, type Own, type ResourceType } from '../families.js';

/** A resource that can handle calls. Requests create some; the platform creates others when a number is bound. */
export interface FabricResource extends Item {
  readonly type: ResourceType;
  readonly display_name: string;
  /** The path of its address, such as `/public/sales`. */
  readonly path: string;
  readonly own: Own;
}

export const ofType = (type: ResourceType) => collection<FabricResource>(`resources ${type}`);
/** All resources in the order of creation. The type names the collection that contains the resource. */
export const allResources = collection<{ readonly id: string; readonly type: ResourceType }>('resources');

/** Returns the resources of a type whose own field has this value. Each field has one index. */
export const resourcesWith = (state: State, type: ResourceType, field: IndexedField, value: unknown) =>
  ofType(type)(state).withKey(BY_FIELD[field], value);

const BY_FIELD = {
  agent_id: ({ own }: FabricResource) => own.agent_id,
  email: ({ own }: FabricResource) => own.email,
  name: ({ own }: FabricResource) => own.name,
  primary_request_url: ({ own }: FabricResource) => own.primary_request_url,
  username: ({ own }: FabricResource) => own.username,
};
type IndexedField = keyof typeof BY_FIELD;

export function resourceOf(state: State, id: string | null | undefined): FabricResource | undefined {
  if (id === null || id === undefined) return undefined;
  const type = allResources(state).get(id)?.type;
  return type && ofType(type)(state).get(id);
}

export function addResource(state: State, type: ResourceType, given: Own, id = state.ids.uuid()): FabricResource {
  const own = { ...FAMILIES[type].defaults, ...given };
  const at = state.clock.now().toISOString();
  const display_name = String(FAMILIES[type].title(own));
  const path = takePath(state, id, type === 'subscriber' ? 'private' : 'public', display_name);
  allResources(state).add({ id, type });
  return ofType(type)(state).add({ id, type, display_name, path, own, created_at: at, updated_at: at });
}

export const changeResource = (state: State, resource: FabricResource, own: Own): FabricResource =>
  changeItem(state, ofType(resource.type), resource, changesOf(resource, own));

export const changesOf = ({ type }: FabricResource, own: Own) => ({
  own,
  display_name: String(FAMILIES[type].title(own)),
});

/** Removes a resource from all indexes, but not from the collection of its type. */
export function forget(state: State, { id, path }: FabricResource): void {
  allPaths(state).delete(path);
  allResources(state).delete(id);
}

export function viewResource(resource: FabricResource, { state }: { readonly state: State }): Record<string, unknown> {
  const { id, type, own } = resource;
  const project_id = state.project;
  const part = { agent_id: id, ...own, id, project_id, request_url: documentUrl(resource) };
  return { ...resource, project_id, [FAMILIES[type].part ?? type]: part };
}

/** Returns the URL at which the platform would serve the document of a resource. */
export const documentUrl = ({ id, type }: FabricResource): string | undefined =>
  FAMILIES[type].serves && `https://sandbox.invalid/${FAMILIES[type].serves}/${id}`;

/** The resource of each path. The path is the id. */
const allPaths = collection<{ readonly id: string; readonly resource_id: string }>('address paths');

/** The last number that was appended to a path, so that the next resource with the same title does not try them all. */
const pathNumbers = collection<{ readonly id: string; readonly last: number }>('address path numbers');

/** Reserves a path that is derived from the title. A number is appended if the path is taken. */
function takePath(state: State, resource_id: string, context: 'public' | 'private', title: string): string {
  const name =
    title
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-|-$/g, '') || 'resource';
  const first = `/${context}/${name}`;
  const numbers = pathNumbers(state);
  let path = first;
  let number = numbers.get(first)?.last ?? 1;
  while (allPaths(state).get(path)) path = `${first}-${++number}`;
  allPaths(state).add({ id: path, resource_id });
  if (number === 1) return path;
  const used = { id: first, last: number };
  if (numbers.get(first)) numbers.replace(used);
  else numbers.add(used);
  return path;
}

export const hasPath = (state: State, path: string): boolean => allPaths(state).get(path) !== undefined;
