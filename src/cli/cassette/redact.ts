import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { redactCassette } from '../../cassette/index.js';
import { CREDENTIAL_VARIABLES } from '../../client/index.js';
import { readPolicy } from '../../redact/index.js';
import { clean } from '../../show/index.js';
import { UsageError } from '../exit-codes.js';

export interface RedactOptions {
  readonly 'dry-run'?: boolean;
  readonly policy?: string;
  readonly output?: string;
}

/** Several files are redacted together: one number gets one ordinal in all of them. */
export async function redact(
  files: readonly string[],
  { 'dry-run': dryRun = false, policy, output }: RedactOptions,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const rules = policy === undefined ? undefined : await readPolicy(read(policy), policy);
  const target = (file: string) => (output === undefined ? file : join(output, basename(file)));
  const targets = files.map(target);
  const { replaced, warnings } = redactCassette(files, {
    dryRun,
    secrets: [env[CREDENTIAL_VARIABLES.token]],
    ...(rules && { policy: rules }),
    output: target,
  });
  const lines = replaced.map(
    ({ kind, count, place, replacement }) =>
      `${kind.padEnd(6)}  ${replacement}  ${count === 1 ? 'once' : `${count} times`}, first in ${place}`,
  );
  const done = dryRun ? 'nothing is written: this was a dry run' : `written: ${targets.join(', ')}`;
  return clean([...warnings, ...(lines.length > 0 ? lines : ['nothing to replace']), done].join('\n'));
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`the policy ${file} cannot be read: ${(cause as Error).message}`);
  }
}
