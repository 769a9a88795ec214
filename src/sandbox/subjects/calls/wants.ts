import { mayBeLoopback } from '../../../http/index.js';
import { invalid } from '../../respond/response.js';
import { wrongValue } from '../refusals.js';

// Rules of the platform for values, beyond their types.

/** Throws unless the value is undefined or an http or https URL. */
export function wantUrl(value: unknown, attribute: string): void {
  if (value === undefined || isUrl(value)) return;
  throw invalid({ message: `${attribute} must be an http or https URL`, attribute, code: 'http_url_required' });
}

export const isUrl = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\/[^\s/]/.test(value);

export function wantWebSocket(value: unknown, attribute: string, schemes = 'wss'): void {
  if (typeof value === 'string' && new RegExp(`^(${schemes}):\\/\\/[^\\s/]`).test(value)) return;
  const words = schemes.split('|').map((scheme) => `${scheme}://`);
  throw wrongValue(attribute, `must be a WebSocket, ${words.join(' or ')}`);
}

/** Rejects loopback and private addresses, because the platform sends from the internet. */
export function wantPublic(host: unknown, attribute: string): void {
  if (typeof host === 'string' && host !== '' && !mayBeLoopback(host) && !PRIVATE.test(host)) return;
  throw wrongValue(attribute, 'must be a public address');
}
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|0\.|f[cd][0-9a-f]{2}:)/i;

export function wantSip(value: unknown, attribute: string): void {
  if (value === undefined || (typeof value === 'string' && /^sips?:\S+$/.test(value))) return;
  throw wrongValue(attribute, 'must begin with sip:');
}

export function wantAtLeast(least: number, value: unknown, attribute: string): void {
  if (value === undefined || (typeof value === 'number' && value >= least)) return;
  throw wrongValue(attribute, `must be ${least} or more`);
}
