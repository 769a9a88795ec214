import { mayBeLoopback } from '../../http/index.js';

/** Whether a URL is on this machine. The sandbox contacts no other hosts. */
export function isOnThisMachine(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && mayBeLoopback(new URL(url).hostname);
}
