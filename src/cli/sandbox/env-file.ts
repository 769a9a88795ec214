import { existsSync } from 'node:fs';
import { fileProblem, readRegularFile, replaceFile, UsageError } from '../../util/index.js';

/** Writes variables to a file of `NAME=value` lines, readable only by its owner. Other lines of the file stay. */
export function writeEnvFile(file: string, variables: Readonly<Record<string, string>>): void {
  try {
    const before = existsSync(file) ? readRegularFile(file).toString('utf8') : '';
    const isOther = (line: string) => !Object.hasOwn(variables, /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? '');
    const others = before === '' ? [] : before.replace(/\n$/, '').split('\n').filter(isOther);
    const own = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    replaceFile(file, `${[...others, ...own].join('\n')}\n`, { mode: 0o600 });
  } catch (error) {
    throw new UsageError(`--write-env ${file} cannot be written: ${fileProblem(error)}`);
  }
}
