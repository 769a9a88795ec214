import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Whether an IP address, with or without brackets, is a loopback address. False for a name, because its address
 * decides.
 */
export function isLoopbackAddress(text: string): boolean {
  const address = unbracketed(text);
  const family = isIP(address);
  return family !== 0 && !address.includes('%') && LOOPBACK.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Whether a host name is `localhost` or ends in `.localhost`. Node.js reads `2001:db8::1%.localhost` as an IPv6 address
 * with a zone and does not look it up, so it is not such a name.
 */
export function isLocalName(hostname: string): boolean {
  if (isIP(unbracketed(hostname)) !== 0 || /[%:]/.test(hostname)) return false;
  const name = hostname.replace(/\.$/, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost');
}

/**
 * Whether a host may be this machine: a loopback address, or a local name. For a name this is a first check only: the
 * connection looks it up and accepts loopback addresses only (`loopbackOnly`).
 */
export const mayBeLoopback = (host: string): boolean => isLocalName(host) || isLoopbackAddress(host);

export const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, '');
