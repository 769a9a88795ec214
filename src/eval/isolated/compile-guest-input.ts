import { compileInput } from '../compile/compile.js';
import type { GuestInput } from './interpreter.js';

/** Compiles an input for the interpreter. Rejects with a `SourceError` for a syntax error. Nothing is evaluated. */
export async function compileGuestInput(source: string, filename: string): Promise<GuestInput> {
  const { body, declared, assigned, imports } = await compileInput(source, { filename, script: false });
  return { filename, body, names: { declared: [...declared], assigned: [...assigned], imports } };
}
