import { operations } from '../../../../client/index.js';
import type { State } from '../../../state/state.js';
import { notInProject, required, uuidOf } from '../../refusals.js';
import type { Own, ResourceType } from '../families.js';
import { addFlow } from '../flows.js';
import { addResource, documentUrl, type FabricResource, ofType, resourceOf, resourcesWith } from './store.js';

/** The settings of a number, a domain application or a legacy SIP endpoint. */
export type Settings = Readonly<Record<string, unknown>>;
export type Use = 'calling' | 'messaging';

/** The setting that each handler requires. Those that the operation table does not list are assumed. */
const COMPANIONS: Readonly<Record<Use, Readonly<Record<string, string>>>> = {
  calling: {
    ...operations.phone_numbers.update.companions?.call_handler,
    relay_sip_endpoint: 'call_sip_endpoint_id',
    relay_verto_endpoint: 'call_verto_resource',
  },
  messaging: {
    laml_webhooks: 'message_request_url',
    laml_application: 'message_laml_application_id',
    relay_application: 'message_relay_application',
    relay_topic: 'message_relay_topic',
    relay_context: 'message_relay_context',
  },
};
const HANDLER = { calling: 'call_handler', messaging: 'message_handler' } as const;

const WEBHOOK_SETTINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'swml_webhook calling': { primary_request_url: 'call_relay_script_url' },
  'cxml_webhook calling': {
    primary_request_url: 'call_request_url',
    primary_request_method: 'call_request_method',
    fallback_request_url: 'call_fallback_url',
    fallback_request_method: 'call_fallback_method',
    status_callback_url: 'call_status_callback_url',
    status_callback_method: 'call_status_callback_method',
  },
  'cxml_webhook messaging': {
    primary_request_url: 'message_request_url',
    primary_request_method: 'message_request_method',
    fallback_request_url: 'message_fallback_url',
    fallback_request_method: 'message_fallback_method',
  },
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const companionOf = (use: Use, settings: Settings): string | undefined =>
  COMPANIONS[use][textOf(settings[HANDLER[use]])];

/** Whether the changes select another handler or another target. */
export function rebinds(use: Use, settings: Settings, changes: Settings): boolean {
  const companion = companionOf(use, settings);
  return HANDLER[use] in changes || (companion !== undefined && companion in changes);
}

/** Validates the settings. The returned function finds or creates the resource and returns its id. */
export function bind(state: State, use: Use, settings: Settings): () => string | null {
  const handler = textOf(settings[HANDLER[use]]);
  const companion = companionOf(use, settings);
  if (companion === undefined) return () => null;
  const value = settings[companion];
  if (typeof value !== 'string' || value === '')
    throw required(companion, `${companion} is required when ${HANDLER[use]} is ${handler}`);
  const find = FINDERS[handler]?.(state, value, { use, settings, companion });
  return () => find?.().id ?? null;
}

interface Binding {
  readonly use: Use;
  readonly settings: Settings;
  readonly companion: string;
}
type Finder = (state: State, value: string, binding: Binding) => () => FabricResource;

const webhook =
  (type: 'swml_webhook' | 'cxml_webhook'): Finder =>
  (state, url, { use, settings }) => {
    const own = Object.entries(WEBHOOK_SETTINGS[`${type} ${use}`] ?? {}).flatMap(([field, setting]) =>
      settings[setting] == null ? [] : [[field, settings[setting]]],
    );
    const made = { name: url, used_for: use, ...Object.fromEntries(own) };
    const same = () => resourcesWith(state, type, 'primary_request_url', url).find(({ own }) => own.used_for === use);
    return () => same() ?? addResource(state, type, made);
  };

const byId =
  (type: 'ai_agent' | 'call_flow', add: (state: State, id: string) => FabricResource): Finder =>
  (state, value, { companion }) => {
    const id = uuidOf(companion, value);
    const found = ofType(type)(state).get(id) ?? resourcesWith(state, type, 'agent_id', id)[0];
    if (!found && resourceOf(state, id)) throw notInProject(companion, `its type is not ${type}`);
    return () => found ?? add(state, id);
  };

/** How each handler finds or creates its resource. Handlers that are not listed have no resource. */
const FINDERS: Readonly<Record<string, Finder>> = {
  relay_script: webhook('swml_webhook'),
  laml_webhooks: webhook('cxml_webhook'),
  laml_application: (state, id, { companion }) => {
    const application = ofType('cxml_application')(state).get(id);
    if (!application) throw notInProject(companion, 'create the application with compat.applications.create');
    return () => application;
  },
  ai_agent: byId('ai_agent', (state, id) =>
    addResource(state, 'ai_agent', { name: `AI agent ${id.slice(0, 8)}`, prompt: { text: '' } }, id),
  ),
  call_flow: byId('call_flow', (state, id) => addFlow(state, { title: `Call flow ${id.slice(0, 8)}` }, id)),
  relay_application: (state, name) => () =>
    resourcesWith(state, 'relay_application', 'name', name)[0] ??
    addResource(state, 'relay_application', { name, topic: name }),
};

/** Returns the settings that route to a resource; undefined if the resource cannot handle this use. */
export function settingsFor(resource: FabricResource, use: Use): Settings | undefined {
  const { id, type, own } = resource;
  if (own.used_for !== undefined && own.used_for !== use) return undefined;
  // No setting of a number names a document in SWML for messages: only the resource does.
  if (use === 'messaging' && type === 'swml_script' && own.script_type === 'messaging')
    return { message_handler: null };
  const handler = HANDLERS[use][type];
  if (handler === undefined) return undefined;
  const selected = { [HANDLER[use]]: handler };
  const names = WEBHOOK_SETTINGS[`${type} ${use}`];
  if (names) return { ...selected, ...webhookSettings(resource, use, own) };
  const companion = COMPANIONS[use][handler];
  const value = type === 'relay_application' ? own.name : (documentUrl(resource) ?? id);
  return { ...selected, ...(companion && { [companion]: value }) };
}

export function webhookSettings({ type }: FabricResource, use: Use, fields: Own): Settings {
  const names = WEBHOOK_SETTINGS[`${type} ${use}`] ?? {};
  return Object.fromEntries(
    Object.entries(names).flatMap(([field, setting]) => (field in fields ? [[setting, fields[field]]] : [])),
  );
}

const HANDLERS: Readonly<Record<Use, Partial<Readonly<Record<ResourceType, string>>>>> = {
  calling: {
    ai_agent: 'ai_agent',
    call_flow: 'call_flow',
    cxml_application: 'laml_application',
    cxml_script: 'laml_webhooks',
    cxml_webhook: 'laml_webhooks',
    dialogflow_agent: 'dialogflow',
    freeswitch_connector: 'relay_connector',
    relay_application: 'relay_application',
    sip_endpoint: 'relay_sip_endpoint',
    sip_gateway: 'sip_gateway',
    subscriber: 'fabric_subscriber',
    swml_script: 'relay_script',
    swml_webhook: 'relay_script',
    video_room: 'video_room',
  },
  messaging: {
    cxml_application: 'laml_application',
    cxml_script: 'laml_webhooks',
    cxml_webhook: 'laml_webhooks',
    relay_application: 'relay_application',
  },
};
