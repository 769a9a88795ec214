import type { State } from '../state.js';
import type { PhoneNumber } from '../subjects/phone_numbers.js';

export type Language = 'swml' | 'cxml';

/** Where a call to a number goes. */
export type Route =
  | {
      readonly kind: 'document';
      readonly language: Language;
      readonly url: string;
      readonly method: 'GET' | 'POST';
      /** Asked when the first one fails. */
      readonly fallback?: { readonly url: string; readonly method: 'GET' | 'POST' };
    }
  /** To something that this sandbox does not play: `says` in words. */
  | { readonly kind: 'elsewhere'; readonly says: string }
  /** To nothing: `says` why, and what to do. */
  | { readonly kind: 'nowhere'; readonly says: string };

const METHOD = (value: unknown) => (value === 'GET' ? 'GET' : 'POST');

/** The handlers that hand a call to a program or a room, and the setting that names it. */
const ELSEWHERE: Readonly<Record<string, readonly [what: string, setting: string]>> = {
  ai_agent: ['the AI agent', 'call_ai_agent_id'],
  call_flow: ['the call flow', 'call_flow_id'],
  relay_application: ['the application', 'call_relay_application'],
  relay_topic: ['whoever listens to the topic', 'call_relay_topic'],
  relay_context: ['whoever listens to the context', 'call_relay_context'],
  relay_connector: ['the connector', 'call_relay_connector_id'],
  relay_sip_endpoint: ['the SIP endpoint', 'call_sip_endpoint_id'],
  relay_verto_endpoint: ['the endpoint', 'call_verto_resource'],
  video_room: ['the video room', 'call_video_room_id'],
  dialogflow: ['the Dialogflow agent', 'call_dialogflow_agent_id'],
};

export function routeOf(_state: State, { number, settings }: PhoneNumber): Route {
  const handler = settings.call_handler;
  if (typeof handler !== 'string')
    return {
      kind: 'nowhere',
      says: `nothing answers ${number}: bind it with phone_numbers.set_swml_webhook or another set_* helper`,
    };
  if (handler === 'relay_script')
    return urlOr(settings.call_relay_script_url, (url) => ({
      kind: 'document',
      language: 'swml',
      url,
      method: 'POST',
    }));
  if (handler === 'laml_webhooks')
    return urlOr(settings.call_request_url, (url) => ({
      kind: 'document',
      language: 'cxml',
      url,
      method: METHOD(settings.call_request_method),
      ...(typeof settings.call_fallback_url === 'string' && {
        fallback: { url: settings.call_fallback_url, method: METHOD(settings.call_fallback_method) },
      }),
    }));
  const [what, setting] = ELSEWHERE[handler] ?? [handler, ''];
  return { kind: 'elsewhere', says: `${what} ${String(settings[setting] ?? '')}`.trim() };
}

function urlOr(url: unknown, route: (url: string) => Route): Route {
  return typeof url === 'string' ? route(url) : { kind: 'nowhere', says: 'its handler needs a URL and has none' };
}
