import { type Field, oneOf, str } from '../../field.js';

export const Method = ['GET', 'POST'] as const;

/** The fields for each value of `call_handler`, which decide what happens to an incoming call. */
export const callHandling = (method: Field<(typeof Method)[number]>) => ({
  call_request_url: str('Asked for a document (`laml_webhooks`).'), call_request_method: method, call_fallback_url: str('Asked when the first URL fails.'), call_fallback_method: method,
  call_status_callback_url: str(), call_status_callback_method: method, call_laml_application_id: str(), call_dialogflow_agent_id: str(), call_relay_topic: str(),
  call_relay_topic_status_callback_url: str(), call_relay_application: str(), call_video_room_id: str(), call_relay_script_url: str('Asked for a document (`relay_script`).'),
  call_ai_agent_id: str(), call_flow_id: str(), call_flow_version: oneOf(['working_copy', 'current_deployed']),
  call_relay_context: str('Deprecated.'), call_relay_context_status_callback_url: str('Deprecated.'),
});
export const oldHandlers = { deprecated: { relay_context: 'use relay_topic' } };
