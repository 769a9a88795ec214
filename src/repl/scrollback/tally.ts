import type { Exchange } from '../../bench/index.js';

/** The time of shorter inputs is not shown. */
const SLOW_MS = 500;

/** Returns the line below a result with its requests and its time, or undefined for a fast input without requests. */
export function tallyLine(exchanges: readonly Exchange[], ms: number, columns: number): string | undefined {
  const [first] = exchanges;
  if (first === undefined) return ms < SLOW_MS ? undefined : `↳ ${duration(ms)}`;
  if (exchanges.length === 1) {
    // Show the total time only if much of it was not spent on the request.
    const whole = ms - first.ms < SLOW_MS ? '' : ` of ${duration(ms)}`;
    const [before, after] = [`↳ ${first.method} `, ` → ${resultOf(first)} · ${duration(first.ms)}${whole}`];
    return before + endOf(pathOf(first.url), columns - before.length - after.length) + after;
  }
  const failed = exchanges.filter(({ status }) => status === undefined || status >= 400).length;
  return `↳ ${exchanges.length} requests${failed > 0 ? `, ${failed} failed` : ''} · ${duration(ms)}`;
}

function resultOf({ status, fault }: Exchange): string {
  return status === undefined ? (fault ?? 'no response') : String(status);
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

/** Returns the end of a path, because it is more specific than the start. */
function endOf(path: string, width: number): string {
  return path.length <= width ? path : `…${path.slice(path.length - Math.max(8, width - 1))}`;
}

function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
