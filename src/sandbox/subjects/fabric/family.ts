import type { Ask, Subject } from '../../respond/subject.js';
import { crud, find } from '../../state/resources.js';
import { checkedUrls } from '../refusals.js';
import { addressesOf } from './addresses/addresses.js';
import { FAMILIES, type Own, type ResourceType } from './families.js';
import { mustBeUnassigned } from './store/assignment.js';
import { BELONGINGS } from './store/dependents.js';
import { addResource, changesOf, type FabricResource, forget, ofType, viewResource } from './store/store.js';

/** What is special about the requests of one family. */
interface Rules {
  /** What a new one holds; the place to refuse. Without it: what was given. */
  readonly made?: (ask: Ask, given: Own) => Own;
  /** What a changed one holds. Without it: what was given on top of what it held. */
  readonly changed?: (ask: Ask, given: Own, was: FabricResource) => Own;
  /** How its own routes tell it, where they tell it otherwise than the lists of all resources. */
  readonly view?: (ask: Ask, resource: FabricResource) => unknown;
}

/** The usual operations on the resources of one type. */
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

/** What must be done before a resource is deleted. */
export function discard({ state }: Ask, resource: FabricResource): void {
  mustBeUnassigned(state, resource.id);
  for (const belongings of BELONGINGS) belongings.deleteAll(state, resource.id);
  forget(state, resource);
}

/** The fields of a request that the row knows, under the names of the resource's own part. */
export function givenTo({ row, fields }: Ask, type: ResourceType): Own {
  const variants = (row.variants ?? []).map(({ needs, takes }) => ({ ...needs, ...takes }));
  const known = Object.assign({}, row.needs, row.takes, ...variants) as Own;
  const { renamed = {} } = FAMILIES[type];
  const kept = Object.entries(fields).filter(([name]) => Object.hasOwn(known, name) && !SECRETS.includes(name));
  return checkedUrls(Object.fromEntries(kept.map(([name, value]) => [renamed[name] ?? name, value])));
}

/** Never told again, so not kept. */
export const SECRETS = ['password', 'token'];
