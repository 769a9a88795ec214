import { readSource } from './read-source.js';

/**
 * Returns typed source as plain JavaScript, for a process that cannot start esbuild. Nothing is evaluated. Rejects with
 * a `SourceError` for a syntax error.
 */
export async function toJavaScript(source: string, filename: string): Promise<string> {
  const { code, rewritten, used } = await readSource(source, { filename });
  if (used.size > 0) throw new SyntaxError('`using` at the top level and in a block of the same input cannot run here');
  return rewritten ? code : source;
}
