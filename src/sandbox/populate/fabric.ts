import { operations, walkRows } from '../../client/index.js';
import { isRecord } from '../request/read-json.js';
import type { State } from '../state/state.js';
import { FAMILIES, isResourceType, NAMESPACES, type Own, type ResourceType } from '../subjects/fabric/families.js';
import { SECRETS } from '../subjects/fabric/family.js';
import { addFlow } from '../subjects/fabric/flows.js';
import { flowVersions, subscriberEndpoints } from '../subjects/fabric/store/dependents.js';
import { addResource, ofType, resourceOf } from '../subjects/fabric/store/store.js';
import { allNumbers } from '../subjects/phone_numbers.js';
import { type Family, type Given, givenFrom, numberOf, textOf } from './given.js';

function add(state: State, type: ResourceType, { id, fields, stored }: Given): void {
  const part = fields[FAMILIES[type].part ?? type];
  const own: Record<string, unknown> = { ...(isRecord(part) ? part : fields) };
  for (const name of ['id', 'project_id', 'type', ...SECRETS]) delete own[name];
  const label = `${type} ${id.slice(0, 8)}`;
  const labels = {
    name: label,
    display_name: label,
    title: label,
    friendly_name: label,
    username: label,
    email: label,
  };
  const named: Own = FAMILIES[type].title(own) ? own : { ...labels, ...own };
  const made = type === 'call_flow' ? addFlow(state, named, id) : addResource(state, type, named, id);
  ofType(type)(state).replace({ ...made, ...stored });
}

const has = (state: State, id: string) => resourceOf(state, id) !== undefined;

/** The families of the resources, by the paths of their collections. */
export const resourceFamilies: Readonly<Record<string, Family>> = Object.fromEntries(
  Object.entries(NAMESPACES).flatMap(([type, namespace]) => {
    if (!isResourceType(type)) return [];
    const list = [...walkRows(operations)].find(([name]) => name === `${namespace}.list`)?.[1];
    return list ? [[list.path, { has, add: (state, given) => add(state, type, given) } satisfies Family]] : [];
  }),
);

export const resourceOfType = (type: ResourceType): Family => ({
  has,
  add: (state, given) => add(state, type, given),
});

/** The list of all resources shows the type of each. */
export const resources: Family = {
  has,
  add(state, given) {
    const { type } = given.fields;
    add(state, typeof type === 'string' && isResourceType(type) ? type : 'swml_webhook', given);
  },
};

export const versions: Family = {
  has: (state, id) => flowVersions.get(state, id) !== undefined,
  add(state, { parent, fields, stored }) {
    const { flow_data, relayml } = fields;
    const document_version = numberOf(fields, 'document_version') ?? 1;
    // Creating the flow also created its current version, under another id.
    for (const one of [...flowVersions.of(state, parent)])
      if (one.document_version === document_version) flowVersions.delete(state, one.id);
    flowVersions.add(state, parent, { ...stored, document_version, flow_data, relayml });
  },
};

export const endpointsOfSubscribers: Family = {
  has: (state, id) => subscriberEndpoints.get(state, id) !== undefined,
  add: (state, { id, parent, fields }) =>
    subscriberEndpoints.add(state, parent, {
      ...fields,
      id,
      subscriber_id: parent,
      username: textOf(fields, 'username') ?? `endpoint-${id.slice(0, 8)}`,
    }),
};

const HANDLED: Readonly<Record<string, readonly [type: ResourceType, setting?: string]>> = {
  relay_script: ['swml_webhook', 'call_relay_script_url'],
  laml_webhooks: ['cxml_webhook', 'call_request_url'],
  laml_application: ['cxml_application'],
  ai_agent: ['ai_agent'],
  call_flow: ['call_flow'],
  relay_application: ['relay_application'],
};

/** Creates the resources that numbers are bound to, if the recording shows only their ids. */
export function addHandlers(state: State, at: string): void {
  for (const { calling_handler_resource_id: id, settings } of [...allNumbers(state)]) {
    const [type, setting = ''] = HANDLED[String(settings.call_handler)] ?? [];
    if (id === null || type === undefined || has(state, id)) continue;
    const url = settings[setting];
    const fields = typeof url === 'string' ? { name: url, primary_request_url: url } : {};
    add(state, type, givenFrom(id, undefined, fields, at));
  }
}
