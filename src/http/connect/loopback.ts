import { BlockList, isIP } from 'node:net';

/** Not a constant: the module of Node.js is loaded only when an address is checked. */
function loopback(): BlockList {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addAddress('::1', 'ipv6');
  return list;
}

/** Whether an IP address, with or without brackets, is a loopback address. False for a name. */
export function isLoopbackAddress(text: string): boolean {
  const address = unbracketed(text);
  const family = isIP(address);
  return family !== 0 && !address.includes('%') && loopback().check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Node.js reads `2001:db8::1%.localhost` as an IPv6 address with a zone, so it is not a local name. */
export function isLocalName(hostname: string): boolean {
  if (isIP(unbracketed(hostname)) !== 0 || /[%:]/.test(hostname)) return false;
  const name = hostname.replace(/\.$/, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost');
}

/** For a name this is a first check only: the connection then accepts loopback addresses only. */
export const mayBeLoopback = (host: string): boolean => isLocalName(host) || isLoopbackAddress(host);

export const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, '');
