import { isIPv6 } from 'node:net';
import { nothing, type Shape, whole } from './shape.js';

export const IPV4: Shape<'whole'> = {
  pattern: /(?<![\w.\\%])\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)/.source,
  digits: '\\d\\.\\d{1,3}\\.\\d',
  read({ start, end, groups: [address = ''] }, { keepLoopback }) {
    return isIPv4(address) && !(keepLoopback && isLoopback(address)) ? whole(start, end, address) : nothing(end);
  },
};

export const IPV6: Shape<'whole'> = {
  pattern: /(?<![\w:.\\%])(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(?:(?<=:\d{1,3})(?:\.\d{1,3}){3})?(?![\w:])/.source,
  sign: '::|:(?:[\\dA-Fa-f]{1,4}:){3}',
  read({ start, end, groups: [address = ''] }, { keepLoopback }) {
    const original = canonicalIPv6(address);
    return original && !(keepLoopback && (original === '::1' || original === '::'))
      ? whole(start, end, original)
      : nothing(start + Math.max(address.indexOf(':'), 1));
  },
};

export const isIPv4 = (text: string) =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) < 256);

const isLoopback = (text: string) => text.startsWith('127.') || text === '0.0.0.0';

function canonicalIPv6(text: string): string | undefined {
  if (!text.includes('::') && text.split(':').length < 8 && !text.includes('.')) return undefined;
  // Most matches are not addresses, and `URL` is slow to fail.
  return isIPv6(text) ? new URL(`http://[${text}]/`).hostname.slice(1, -1) : undefined;
}
