import { list, nullable, oneOf, str } from '../../field.js';

const Method = ['GET', 'POST'] as const;
const Cipher = ['AEAD_AES_256_GCM_8', 'AES_256_CM_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_80', 'AES_256_CM_HMAC_SHA1_32', 'AES_CM_128_HMAC_SHA1_32'] as const;
const Codec = ['PCMU', 'PCMA', 'G722', 'G729', 'OPUS', 'OPUS@48000H@20I', 'OPUS@24000H@20I', 'OPUS@16000H@20I', 'OPUS@8000H@20I', 'VP8', 'H264'] as const;

/** The codecs and the encryption that a SIP call can use. */
export const media = {
  ciphers: list(oneOf(Cipher)),
  codecs: list(oneOf(Codec)),
  encryption: oneOf(['required', 'optional', 'default']),
};

/** The fields of a response that describe the handling of incoming calls. */
export const handling = nullable({
  calling_handler_resource_id: str('The resource that answers.'),
  call_request_url: str(), call_request_method: oneOf(Method), call_fallback_url: str(), call_fallback_method: oneOf(Method),
  call_status_callback_url: str(), call_status_callback_method: oneOf(Method), call_laml_application_id: str(),
  call_relay_topic: str(), call_relay_topic_status_callback_url: str(), call_relay_context: str('Deprecated.'), call_relay_context_status_callback_url: str('Deprecated.'),
  call_relay_script_url: str(), call_video_room_id: str(),
});
