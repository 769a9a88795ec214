import { assertOneOf, assertText } from './check-value.js';
import { given } from './swml.js';

export interface TapOptions {
  readonly control_id?: string;
  readonly direction?: 'speak' | 'listen' | 'both';
  readonly codec?: 'PCMU' | 'PCMA';
  readonly rtp_ptime?: number;
  readonly status_url?: string;
}

export function tapStep(uri: string, { direction = 'both', codec, rtp_ptime, ...options }: TapOptions) {
  assertText('uri', uri);
  assertOneOf('direction', direction, ['speak', 'listen', 'both']);
  assertOneOf('codec', codec, ['PCMU', 'PCMA']);
  if (rtp_ptime !== undefined && !(rtp_ptime > 0)) throw new TypeError('rtp_ptime must be above 0');
  const unusual = given({
    codec: codec === 'PCMU' ? undefined : codec,
    rtp_ptime: rtp_ptime === 20 ? undefined : rtp_ptime,
  });
  return { tap: { uri, direction, ...unusual, ...given(options) } };
}
