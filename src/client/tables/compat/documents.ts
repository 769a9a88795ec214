import { bool, cxml, documentUrl, int, orNull, shape, str } from '../../field.js';
import { A, Post, resource, versioned } from './resource.js';

const maybe = orNull(str());
const Application = shape('CompatApplication', {
  ...versioned, friendly_name: str(), status_callback: maybe, status_callback_method: maybe, message_status_callback: maybe,
  voice_url: maybe, voice_method: maybe, voice_fallback_url: maybe, voice_fallback_method: maybe, voice_caller_id_lookup: orNull(bool()),
  sms_url: maybe, sms_method: maybe, sms_fallback_url: maybe, sms_fallback_method: maybe, sms_status_callback: maybe, sms_status_callback_method: maybe,
});

export const applications = resource(`${A}/Applications`, 'applications', 'application', {
  filters: { FriendlyName: str() },
  needs: { FriendlyName: str(undefined, { max: 64 }) },
  takes: {
    VoiceUrl: documentUrl('cxml'), VoiceMethod: Post, VoiceFallbackUrl: str(), VoiceFallbackMethod: Post, StatusCallback: str('Receives the status of calls.'), StatusCallbackMethod: Post,
    SmsUrl: documentUrl('cxml'), SmsMethod: Post, SmsFallbackUrl: str(), SmsFallbackMethod: Post, SmsStatusCallback: str('Receives the status of messages.'), SmsStatusCallbackMethod: Post,
  },
  gives: Application,
});

const Bin = shape('CompatLamlBin', {
  ...versioned, name: str(), contents: str(), request_url: documentUrl('cxml', 'The URL that returns the document to a number or a call.'), num_requests: int(), date_last_accessed: orNull(str()),
});

export const laml_bins = resource(`${A}/LamlBins`, 'laml_bins', 'cXML bin', {
  filters: { Name: str() },
  needs: { Name: str(undefined, { min: 1 }) },
  takes: { Contents: cxml('The cXML document.') },
  gives: Bin,
});
