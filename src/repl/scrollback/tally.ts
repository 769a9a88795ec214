import type { Exchange } from '../../bench/index.js';

/** An input shorter than this says nothing about its time. */
const SLOW_MS = 500;

/** The line under a result: the requests it made and the time it took. Nothing when neither is worth it. */
export function tallyLine(exchanges: readonly Exchange[], ms: number, columns: number): string | undefined {
  const [first] = exchanges;
  if (first === undefined) return ms < SLOW_MS ? undefined : `↳ ${duration(ms)}`;
  if (exchanges.length === 1) {
    // What took long was not the request.
    const whole = ms - first.ms < SLOW_MS ? '' : ` of ${duration(ms)}`;
    const [before, after] = [`↳ ${first.method} `, ` → ${resultOf(first)} · ${duration(first.ms)}${whole}`];
    return before + endOf(pathOf(first.url), columns - before.length - after.length) + after;
  }
  const failed = exchanges.filter(({ status }) => status === undefined || status >= 400).length;
  return `↳ ${exchanges.length} requests${failed > 0 ? `, ${failed} failed` : ''} · ${duration(ms)}`;
}

function resultOf({ status, fault }: Exchange): string {
  return status === undefined ? (fault ?? 'no answer') : String(status);
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

/** The end of a path tells more than its beginning. */
function endOf(path: string, width: number): string {
  return path.length <= width ? path : `…${path.slice(path.length - Math.max(8, width - 1))}`;
}

function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
