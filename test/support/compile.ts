import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..', '..');
const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');

export interface CompilerError {
  /** As the compiler names it: relative to the folder. */
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Compiles files of a folder with the settings of the project and more options, as `npm run types` does. Returns all errors. */
export function compile(folder: string, files: readonly string[], compilerOptions = {}): readonly CompilerError[] {
  const settings = { extends: join(root, 'tsconfig.json'), include: [], files, compilerOptions };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const errors = [...stdout.matchAll(/^(\S[^(\n]*)\((\d+),\d+\): error TS\d+: (.*)$/gm)].map(
    ([, file = '', line, message = '']) => ({ file, line: Number(line), message }),
  );
  // A compiler that does not run must not look like one that finds nothing.
  if ((status === 0) !== (errors.length === 0)) throw new Error(`the compiler failed: ${stdout}${stderr}`);
  return errors;
}
