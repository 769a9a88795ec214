import { createRequire } from 'node:module';
import { showText } from '../show/index.js';

/** The one door tslab has for rich output: a function that its kernel sets when a cell starts. */
interface TslabJupyter {
  lastWriteDisplayData?: ((content: object, update: boolean) => void) | null;
}

/** Shows a value through the tslab kernel that this process is; printed where there is none. */
export function displayInTslab(value: unknown): void {
  const bundle = { 'text/plain': showText(value, { columns: 100, colour: false }), ...ownBundle(value) };
  const write = tslabJupyter()?.lastWriteDisplayData;
  if (write) write({ data: bundle, metadata: {}, transient: {} }, false);
  else console.log(bundle['text/plain']);
}

function ownBundle(value: unknown): object {
  const own = typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[DISPLAY];
  return typeof own === 'function' ? own.call(value) : {};
}

const DISPLAY = Symbol.for('Jupyter.display');

/** The copy that runs is the one already loaded: a second copy would have no kernel behind it. */
function tslabJupyter(): TslabJupyter | undefined {
  const { cache } = createRequire(import.meta.url);
  const loaded = Object.keys(cache).find(
    (file) => /[\\/]tslab[\\/]dist[\\/]jupyter\.js$/.test(file) && cache[file]?.exports.lastWriteDisplayData,
  );
  return loaded ? cache[loaded]?.exports : undefined;
}
