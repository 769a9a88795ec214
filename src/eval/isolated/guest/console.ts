import inspect from 'object-inspect';

type Print = (stream: 'stdout' | 'stderr', text: string) => void;

const shown = (value: unknown): string => (typeof value === 'string' ? value : inspected(value));

function inspected(value: unknown): string {
  try {
    return inspect(value, { depth: 4, customInspect: false, maxStringLength: 10_000 });
  } catch {
    return '[a value that cannot be shown]';
  }
}

const FORMATS: Readonly<Record<string, (value: unknown) => string>> = {
  '%s': shown,
  '%d': (value) => String(Number(value)),
  '%i': (value) => String(Math.trunc(Number(value))),
  '%f': (value) => String(Number(value)),
  '%j': (value) => JSON.stringify(value) ?? 'undefined',
  '%o': inspected,
  '%O': inspected,
};

function formatted([first, ...rest]: readonly unknown[]): string {
  if (typeof first !== 'string') return [first, ...rest].map(shown).join(' ');
  let used = 0;
  const text = first.replace(/%[sdifjoO%]/g, (found) => {
    if (found === '%%') return '%';
    if (used >= rest.length) return found;
    used += 1;
    return FORMATS[found]?.(rest[used - 1]) ?? found;
  });
  return [text, ...rest.slice(used).map(shown)].join(' ');
}

/** The `console` of code in the interpreter. */
export function guestConsole(print: Print) {
  const out = (...values: unknown[]) => print('stdout', formatted(values));
  const err = (...values: unknown[]) => print('stderr', formatted(values));
  return { log: out, info: out, debug: out, dir: out, table: out, warn: err, error: err, trace: err };
}
