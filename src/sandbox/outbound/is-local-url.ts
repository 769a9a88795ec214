import { mayBeLoopback } from '../../http/index.js';

/** Whether a URL can be asked: nothing leaves this machine. */
export function isOnThisMachine(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && mayBeLoopback(new URL(url).hostname);
}
