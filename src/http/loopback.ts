import { isIP } from 'node:net';

/** Whether a host name (of a URL: IPv6 in brackets) can only be this machine. */
export function isLoopback(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || /^::ffff:(127\.|7f[0-9a-f]{2}:)/.test(host);
}
