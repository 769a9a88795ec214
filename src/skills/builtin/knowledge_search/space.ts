import { isLoopback } from '../../../http/index.js';

/**
 * Where a space is: from its host name, or a URL of a host alone. Nothing when it is neither, as a name with a path or
 * a user in it would send the token elsewhere. Plain http is for this machine only.
 */
export function spaceAddress(space_name: string): string | undefined {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(space_name) ? space_name : `https://${space_name}`;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isHostAlone = url.pathname === '/' && !/[?#@\s\\]/.test(text) && url.hostname !== '';
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isHostAlone && isSafe ? url.origin : undefined;
}
