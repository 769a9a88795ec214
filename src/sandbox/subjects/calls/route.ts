import type { DocumentUrl } from '../../runs/call-run.js';
import type { State } from '../../state/state.js';
import { resourceOf } from '../fabric/store/store.js';
import { flowUrl } from '../fabric/store/stored-document.js';
import type { PhoneNumber } from '../phone_numbers.js';

export type Language = 'swml' | 'cxml';

/** The route of a call to a number. */
export type Route =
  | {
      readonly kind: 'document';
      readonly language: Language;
      readonly url: string;
      readonly method: 'GET' | 'POST';
      /** Requested when the first URL fails. */
      readonly fallback?: { readonly url: string; readonly method: 'GET' | 'POST' };
    }
  /** A document that the platform makes, such as that of an AI agent. */
  | { readonly kind: 'inline'; readonly text: string; readonly swml: unknown }
  /** A program that receives the call and controls it with call commands. */
  | { readonly kind: 'client'; readonly text: string; readonly name: string }
  /** A target that the sandbox does not simulate. `text` describes it. */
  | { readonly kind: 'elsewhere'; readonly text: string }
  /** No target. `text` gives the reason and the fix. */
  | { readonly kind: 'nowhere'; readonly text: string };

/** The URLs of a route, the fallback last. */
export function documentsOf(route: Route): DocumentUrl[] {
  if (route.kind !== 'document') return [];
  const { language, fallback } = route;
  return [route, ...(fallback ? [fallback] : [])].map(({ url, method }) => ({ url, method, language }));
}

const methodOf = (value: unknown): 'GET' | 'POST' => (value === 'GET' ? 'GET' : 'POST');

/** The handlers that pass a call to a program, an endpoint or a room, with the setting that names the target. */
const ELSEWHERE: Readonly<Record<string, readonly [what: string, setting: string]>> = {
  ai_agent: ['the AI agent', 'call_ai_agent_id'],
  relay_application: ['the application', 'call_relay_application'],
  relay_topic: ['the clients of the topic', 'call_relay_topic'],
  relay_context: ['the clients of the context', 'call_relay_context'],
  relay_connector: ['the connector', 'call_relay_connector_id'],
  relay_sip_endpoint: ['the SIP endpoint', 'call_sip_endpoint_id'],
  relay_verto_endpoint: ['the endpoint', 'call_verto_resource'],
  video_room: ['the video room', 'call_video_room_id'],
  dialogflow: ['the Dialogflow agent', 'call_dialogflow_agent_id'],
  sip_gateway: ['the SIP gateway', ''],
  fabric_subscriber: ['the subscriber', ''],
};

/** The handlers whose target is a program. */
const CLIENTS = ['relay_application', 'relay_topic', 'relay_context'];

/** What the platform runs for an AI agent. */
function agentDocument({ prompt = { text: '' }, ...own }: Readonly<Record<string, unknown>>) {
  const known = Object.fromEntries(Object.entries(own).filter(([name]) => AGENT_FIELDS.includes(name)));
  return { sections: { main: [{ ai: { prompt, ...known } }] } };
}
const AGENT_FIELDS =
  'params post_prompt post_prompt_url global_data SWAIG hints pronounce languages multilingual'.split(' ');

const ADVICE = 'bind it with phone_numbers.set_swml_webhook or another set_* method';

export function routeOf(state: State, { number, settings, calling_handler_resource_id }: PhoneNumber): Route {
  const handler = settings.call_handler;
  if (typeof handler !== 'string') return { kind: 'nowhere', text: `${number} has no call handler: ${ADVICE}` };
  if (handler === 'relay_script') {
    const { call_relay_script_url: url } = settings;
    return typeof url === 'string' ? { kind: 'document', language: 'swml', url, method: 'POST' } : NO_URL;
  }
  if (handler === 'laml_webhooks') {
    const { call_request_url, call_request_method, call_fallback_url, call_fallback_method } = settings;
    return cxmlRoute(call_request_url, call_request_method, call_fallback_url, call_fallback_method);
  }
  const resource = resourceOf(state, calling_handler_resource_id);
  if (handler === 'laml_application') {
    const { voice_url, voice_method, voice_fallback_url, voice_fallback_method } = resource?.own ?? {};
    return cxmlRoute(voice_url, voice_method, voice_fallback_url, voice_fallback_method);
  }
  if (handler === 'call_flow' && resource) {
    const url = flowUrl(resource.id, settings.call_flow_version);
    return { kind: 'document', language: 'swml', url, method: 'GET' };
  }
  const [what, setting] = ELSEWHERE[handler] ?? [handler, ''];
  const named = resource ? `${resource.display_name} (${resource.id})` : String(settings[setting] ?? '');
  const text = `${what} ${named}`.trim();
  if (handler === 'ai_agent') return { kind: 'inline', text, swml: agentDocument(resource?.own ?? {}) };
  return CLIENTS.includes(handler)
    ? { kind: 'client', text, name: String(settings[setting] ?? resource?.display_name ?? '') }
    : { kind: 'elsewhere', text };
}

const NO_URL: Route = { kind: 'nowhere', text: 'the call handler requires a URL, but none is set' };

function cxmlRoute(url: unknown, method: unknown, second: unknown, secondMethod: unknown): Route {
  if (typeof url !== 'string') return NO_URL;
  const fallback = typeof second === 'string' && { fallback: { url: second, method: methodOf(secondMethod) } };
  return { kind: 'document', language: 'cxml', url, method: methodOf(method), ...fallback };
}
