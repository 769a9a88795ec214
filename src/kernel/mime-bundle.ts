import { showText } from '../show/index.js';
import type { Content } from './messages.js';

const DISPLAY = Symbol.for('Jupyter.display');

/** A value in the forms a notebook can show. Values may bring their own: a `Symbol.for('Jupyter.display')` method. */
export function mimeBundle(value: unknown): Content | Promise<Content> {
  const plain = { 'text/plain': showText(value, { columns: 100, colour: false }) };
  const own = typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[DISPLAY];
  if (typeof own !== 'function') return plain;
  const bundle = own.call(value) as Content | Promise<Content>;
  return bundle instanceof Promise ? bundle.then((more) => ({ ...plain, ...more })) : { ...plain, ...bundle };
}
