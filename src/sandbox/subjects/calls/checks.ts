import { mayBeLoopback } from '../../../http/index.js';
import { alternatives } from '../../../util/index.js';
import { invalid } from '../../respond/response.js';
import { isHttpUrl, wrongValue } from '../refusals.js';

// Each check accepts undefined: the row says whether a field is required.

export function checkUrl(value: string | undefined, attribute: string): void {
  if (value === undefined || isHttpUrl(value)) return;
  throw invalid({ message: `${attribute} must be an http or https URL`, attribute, code: 'http_url_required' });
}

export function checkWebSocket(
  value: string | undefined,
  attribute: string,
  schemes: readonly string[] = ['wss'],
): void {
  if (value === undefined || schemes.some((scheme) => new RegExp(`^${scheme}:\\/\\/[^\\s/]`).test(value))) return;
  const starts = alternatives(schemes.map((one) => `${one}://`));
  throw wrongValue(attribute, `must be a WebSocket URL that starts with ${starts}`);
}

/** Rejects loopback and private addresses, because the platform sends from the internet. */
export function checkPublicHost(host: string, attribute: string): void {
  if (host !== '' && !mayBeLoopback(host) && !PRIVATE.test(host)) return;
  throw wrongValue(attribute, 'must be a public address');
}
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|0\.|f[cd][0-9a-f]{2}:)/i;

export function checkSip(value: string | undefined, attribute: string): void {
  if (value === undefined || /^sips?:\S+$/.test(value)) return;
  throw wrongValue(attribute, 'must start with sip: or sips:');
}

export function checkMinimum(minimum: number, value: number | undefined, attribute: string): void {
  if (value === undefined || value >= minimum) return;
  throw wrongValue(attribute, `must be ${minimum} or more`);
}
