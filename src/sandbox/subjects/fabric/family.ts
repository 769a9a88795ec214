import type { Handlers, OperationRequest, RequestIn } from '../../respond/handler.js';
import { crud, find } from '../../respond/resources.js';
import type { State } from '../../state/state.js';
import { type CheckedUrls, checkedUrls } from '../refusals.js';
import { addressesOf } from './addresses/addresses.js';
import { mustBeUnassigned } from './assignment.js';
import { FAMILIES, NAMESPACES, type Own, type ResourceType } from './families.js';
import { DEPENDENTS } from './store/dependents.js';
import { addResource, changesOf, type FabricResource, forget, ofType, viewResource } from './store/store.js';

/** The declared fields of a request. An empty URL is null. */
type Given<T extends ResourceType, Verb extends string> =
  RequestIn<(typeof NAMESPACES)[T], Verb> extends { readonly input: infer Input } ? CheckedUrls<Input> : never;

interface Rules<T extends ResourceType> {
  /** Returns the fields of a new resource, or throws a refusal. Default: the fields of the request. */
  readonly create?: (state: State, given: Given<T, 'create'>) => Own;
  /** Returns the fields after an update. Default: the old fields overwritten by the fields of the request. */
  readonly update?: (state: State, given: Given<T, 'update'>, resource: FabricResource) => Own;
  /** Converts a resource for its own routes, if they differ from the lists of all resources. */
  readonly view?: (resource: FabricResource, request: OperationRequest) => unknown;
}

export function family<T extends ResourceType>(type: T, rules: Rules<T> = {}): Handlers {
  const { create = (_state, given) => given, update = (_state, given, { own }) => ({ ...own, ...given }) } = rules;
  const namespace = NAMESPACES[type];
  return {
    ...crud<(typeof NAMESPACES)[ResourceType], FabricResource>(namespace, ofType(type), {
      // `declaredFields` returns the fields that the row of this type declares.
      add: (request) =>
        addResource(request.state, type, create(request.state, declaredFields(request, type) as Given<T, 'create'>)),
      update: (request, resource) =>
        changesOf(resource, update(request.state, declaredFields(request, type) as Given<T, 'update'>, resource)),
      view: rules.view ?? viewResource,
      beforeDelete: discard,
    }),
    [`${namespace}.list_addresses`]: (request: OperationRequest) => addressesOf(request, find(request, ofType(type))),
  };
}

/** Prepares the deletion of a resource: checks that it handles nothing, and deletes its dependents. */
export function discard(resource: FabricResource, { state }: Pick<OperationRequest, 'state'>): void {
  mustBeUnassigned(state, resource.id);
  for (const dependents of DEPENDENTS) dependents.deleteAll(state, resource.id);
  forget(state, resource);
}

/** Returns the declared fields of a request, under their names in the resource. */
export function declaredFields({ row, input }: Pick<OperationRequest, 'row' | 'input'>, type: ResourceType): Own {
  const variants = (row.variants ?? []).map(({ needs, takes }) => ({ ...needs, ...takes }));
  const known: Own = Object.assign({}, row.needs, row.takes, ...variants);
  const { renamed = {} } = FAMILIES[type];
  const declared = Object.entries(input).filter(([name]) => Object.hasOwn(known, name) && !SECRETS.includes(name));
  return checkedUrls(Object.fromEntries(declared.map(([name, value]) => [renamed[name] ?? name, value])));
}

/** Never returned, so not stored. */
export const SECRETS = ['password', 'token'];
