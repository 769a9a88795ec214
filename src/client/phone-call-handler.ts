/** The values of `call_handler`: what can answer a call to a number. */
export const PhoneCallHandler = {
  RELAY_SCRIPT: 'relay_script',
  LAML_WEBHOOKS: 'laml_webhooks',
  LAML_APPLICATION: 'laml_application',
  AI_AGENT: 'ai_agent',
  CALL_FLOW: 'call_flow',
  RELAY_APPLICATION: 'relay_application',
  RELAY_TOPIC: 'relay_topic',
  RELAY_CONTEXT: 'relay_context',
  RELAY_CONNECTOR: 'relay_connector',
  VIDEO_ROOM: 'video_room',
  DIALOGFLOW: 'dialogflow',
} as const;

export type PhoneCallHandler = (typeof PhoneCallHandler)[keyof typeof PhoneCallHandler];
