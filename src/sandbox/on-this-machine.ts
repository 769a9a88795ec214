import { isLoopback } from '../http/index.js';

/** Whether a URL can be asked: nothing leaves this machine. */
export function isOnThisMachine(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && isLoopback(new URL(url).hostname);
}
