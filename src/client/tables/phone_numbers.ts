import { bool, documentUrl, int, list, none, nullable, type Obj, obj, oneOf, orNull, page, shape, str } from '../field.js';
import { type OperationRow, op } from '../row.js';
import type { Fields } from '../row-types.js';
import { paging } from './shared-fields.js';

const N = '/api/relay/rest/phone_numbers';
const NUMBER = `${N}/{resource_id:phone number}` as const;
const Method = ['GET', 'POST'] as const;
// The values that a request can set. A response can also have handlers that only other routes set.
// `PhoneCallHandler` does not have the last two: see docs/decisions/0027.
const CallHandler = ['relay_script', 'laml_webhooks', 'laml_application', 'ai_agent', 'call_flow', 'relay_application', 'relay_topic', 'relay_context',
  'relay_connector', 'video_room', 'dialogflow', 'relay_sip_endpoint', 'relay_verto_endpoint'] as const;
const MessageHandler = ['relay_context', 'relay_topic', 'relay_application', 'laml_webhooks', 'laml_application'] as const;

/** The field that each call handler requires. */
const needed = {
  relay_script: 'call_relay_script_url', laml_webhooks: 'call_request_url', laml_application: 'call_laml_application_id', ai_agent: 'call_ai_agent_id',
  call_flow: 'call_flow_id', relay_application: 'call_relay_application', relay_topic: 'call_relay_topic', relay_context: 'call_relay_context',
  relay_connector: 'call_relay_connector_id', video_room: 'call_video_room_id', dialogflow: 'call_dialogflow_agent_id',
};
/** Companion fields that are in the specification but not in the public description. */
const companions = {
  call_ai_agent_id: str('The AI agent that answers calls (`ai_agent`).'),
  call_flow_id: str('The call flow that answers calls (`call_flow`).'),
  call_flow_version: oneOf(['working_copy', 'current_deployed']),
};
/** Fields of a request that responses repeat. */
const settings = {
  call_receive_mode: oneOf(['voice', 'fax']),
  call_request_url: documentUrl('cxml', 'Returns the document when the number rings (`laml_webhooks`).'),
  call_request_method: oneOf(Method),
  call_fallback_url: str('Used when the first URL fails.'),
  call_fallback_method: oneOf(Method),
  call_status_callback_url: str(),
  call_status_callback_method: oneOf(Method),
  call_laml_application_id: str(),
  call_dialogflow_agent_id: str(),
  call_relay_topic: str(),
  call_relay_topic_status_callback_url: str(),
  call_relay_script_url: documentUrl('swml', 'Returns the document when the number rings (`relay_script`).'),
  call_relay_context: str('Deprecated.'),
  call_relay_context_status_callback_url: str('Deprecated.'),
  call_relay_application: str(),
  call_relay_connector_id: str(),
  call_sip_endpoint_id: str(),
  call_verto_resource: str(),
  call_video_room_id: str(),
  message_request_url: documentUrl('cxml'),
  message_request_method: oneOf(Method),
  message_fallback_url: str(),
  message_fallback_method: oneOf(Method),
  message_laml_application_id: str(),
  message_relay_topic: str(),
  message_relay_context: str('Deprecated.'),
};

export const PhoneNumber = shape('PhoneNumber',
  {
    id: str(),
    number: str('In E.164.'),
    name: orNull(str()),
    capabilities: list(oneOf(['voice', 'sms', 'mms', 'fax'])),
    number_type: oneOf(['toll-free', 'longcode']),
    call_handler: orNull(oneOf([...CallHandler, 'fabric_subscriber', 'sip_gateway', 'call_queue'])),
    calling_handler_resource_id: orNull(str('The resource that a binding created. Set by the server.')),
    message_handler: orNull(oneOf(MessageHandler)),
    messaging_handler_resource_id: orNull(str()),
    country_code: orNull(str()),
    e911_address_id: orNull(str()),
    e911_status: orNull(oneOf(['pending', 'active', 'failed', 'pending_removal', 'unregistered'])),
    created_at: str(),
    updated_at: str(),
    next_billed_at: orNull(str()),
    ...nullable(settings),
  },
  nullable(companions),
);
const Available = shape('AvailablePhoneNumber',
  { number: str('In E.164.') },
  { region: str(), city: str(), rate_center: str(), lata: str(), capabilities: obj({}, { voice: bool(), sms: bool(), mms: bool(), fax: bool() }) },
);

const digits = { min: 3, max: 7 };

const updates = { name: str(), call_handler: oneOf(CallHandler, 'The handler that answers calls.', { deprecated: { relay_context: 'use relay_topic' } }), message_handler: oneOf(MessageHandler), message_relay_application: str(), ...companions, ...settings };

type Bound<T, Field> = OperationRow<[argument: string, argument: string], Obj<Record<never, never>, T & Omit<typeof updates, Field & string | 'call_handler'>>, typeof PhoneNumber, `PUT ${typeof NUMBER}`>;
/** Creates a row that sets one handler and its field. It also accepts the other fields of an update. */
const bind = <const F extends keyof typeof updates, const T extends Fields = Record<never, never>>(handler: string, argument: string, kind: string, field: F, help: string, takes: T = {} as T, wire: Record<string, string> = {}) =>
  op(`PUT ${NUMBER}`, help, { origin: 'assumed', lead: [`${argument}:${kind}`], takes, fixed: { call_handler: handler }, wire: { [argument]: field, ...wire }, gives: PhoneNumber }) as Bound<T, F>; // `takes` are its own fields only

export const phone_numbers = {
  list: op(`GET ${N}`, 'List phone numbers, newest first.', {
    takes: {
      filter_name: str('Matches part of the name.'),
      filter_number: str('Matches part of the number.'),
      ...paging,
    },
    gives: page(PhoneNumber),
  }),
  search: op(`GET ${N}/search`, 'Search for phone numbers to buy.', {
    takes: {
      areacode: str(),
      number_type: oneOf(['local', 'toll-free'], undefined, { default: 'local' }),
      starts_with: str('Digits. Use only one of starts_with, contains and ends_with.', digits),
      contains: str('Digits.', digits),
      ends_with: str('Digits.', digits),
      max_results: int(undefined, { min: 1, max: 100, default: 50 }),
      region: str('A two-letter state. Only for local numbers.'),
      city: str('Requires `region`.'),
    },
    gives: page(Available),
  }),
  purchase: op(`POST ${N}`, 'Buy a phone number.', { needs: { number: str('In E.164.') }, spends: true, gives: PhoneNumber }),
  get:      op(`GET ${NUMBER}`, 'Fetch one phone number.', { gives: PhoneNumber }),
  update:   op(`PUT ${NUMBER}`, 'Update a phone number.', {
    companions: { call_handler: needed },
    takes: updates,
    gives: PhoneNumber,
  }),
  release:  op(`DELETE ${NUMBER}`, 'Release a phone number.', { spends: true, gives: none }),

  set_swml_webhook:      bind('relay_script', 'url', 'text', 'call_relay_script_url', 'Answer calls with a SWML document at a URL.'),
  set_cxml_webhook:      bind('laml_webhooks', 'url', 'text', 'call_request_url', 'Answer calls with a cXML document at a URL.',
    { fallback_url: str(), status_callback_url: str() },
    { fallback_url: 'call_fallback_url', status_callback_url: 'call_status_callback_url' }),
  set_cxml_application:  bind('laml_application', 'application_id', 'application', 'call_laml_application_id', 'Answer calls with a cXML application.'),
  set_ai_agent:          bind('ai_agent', 'agent_id', 'agent', 'call_ai_agent_id', 'Answer calls with an AI agent.'),
  set_call_flow:         bind('call_flow', 'flow_id', 'flow', 'call_flow_id', 'Answer calls with a call flow.',
    { version: oneOf(['working_copy', 'current_deployed']) }, { version: 'call_flow_version' }),
  set_relay_application: bind('relay_application', 'name', 'text', 'call_relay_application', 'Answer calls with a named application.'),
  set_relay_topic:       bind('relay_topic', 'topic', 'text', 'call_relay_topic', 'Send calls to a topic.',
    { status_callback_url: str() }, { status_callback_url: 'call_relay_topic_status_callback_url' }),
};
