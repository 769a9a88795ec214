/**
 * Whether the host of a parsed URL is this machine. The URL parser has written addresses in their canonical form: `127.1` is
 * `127.0.0.1` there. It needs no module of Node.js, for clients in a browser.
 */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '').toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return /^127(?:\.\d{1,3}){3}$/.test(name) || name === '[::1]' || /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(name);
}
