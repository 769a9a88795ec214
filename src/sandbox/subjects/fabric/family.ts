import type { Ask, Subject } from '../../respond/subject.js';
import { crud, find } from '../../state/resources.js';
import { checkedUrls } from '../refusals.js';
import { addressesOf } from './addresses/addresses.js';
import { FAMILIES, type Own, type ResourceType } from './families.js';
import { mustBeUnassigned } from './store/assignment.js';
import { BELONGINGS } from './store/dependents.js';
import { addResource, changesOf, type FabricResource, forget, ofType, viewResource } from './store/store.js';

/** How the operations of one resource type differ from the defaults. */
interface Rules {
  /** Returns the fields of a new resource, or throws a refusal. Default: the fields of the request. */
  readonly made?: (ask: Ask, given: Own) => Own;
  /** Returns the fields after an update. Default: the old fields overwritten by the fields of the request. */
  readonly changed?: (ask: Ask, given: Own, was: FabricResource) => Own;
  /** Converts a resource for its own routes, if they differ from the lists of all resources. */
  readonly view?: (ask: Ask, resource: FabricResource) => unknown;
}

/** Returns the usual operations for the resources of one type. */
export function family(type: ResourceType, rules: Rules = {}): Subject {
  const { name } = FAMILIES[type];
  const { made = (_ask, given) => given, view = ({ state }, resource) => viewResource(state, resource) } = rules;
  const { changed = (_ask, given, was) => ({ ...was.own, ...given }) } = rules;
  const usual = crud(name, ofType(type), {
    changed: (ask, was) => changesOf(was, changed(ask, givenTo(ask, type), was)),
    view: (resource, ask) => view(ask, resource),
    gone: (ask, resource) => discard(ask, resource),
  });
  return {
    ...usual,
    ...(`${name}.create` in usual && {
      [`${name}.create`]: (ask: Ask) => view(ask, addResource(ask.state, type, made(ask, givenTo(ask, type)))),
    }),
    [`${name}.list_addresses`]: (ask) => addressesOf(ask, find(ask, ofType(type))),
  };
}

/** Prepares the deletion of a resource: checks that it handles nothing, and deletes its dependents. */
export function discard({ state }: Ask, resource: FabricResource): void {
  mustBeUnassigned(state, resource.id);
  for (const belongings of BELONGINGS) belongings.deleteAll(state, resource.id);
  forget(state, resource);
}

/** Returns the declared fields of a request, under their names in the resource. */
export function givenTo({ row, fields }: Ask, type: ResourceType): Own {
  const variants = (row.variants ?? []).map(({ needs, takes }) => ({ ...needs, ...takes }));
  const known = Object.assign({}, row.needs, row.takes, ...variants) as Own;
  const { renamed = {} } = FAMILIES[type];
  const kept = Object.entries(fields).filter(([name]) => Object.hasOwn(known, name) && !SECRETS.includes(name));
  return checkedUrls(Object.fromEntries(kept.map(([name, value]) => [renamed[name] ?? name, value])));
}

/** Never returned, so not stored. */
export const SECRETS = ['password', 'token'];
