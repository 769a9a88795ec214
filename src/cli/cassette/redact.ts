import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { publishRedacted, redactCassette, redactedName } from '../../cassette/index.js';
import { CREDENTIAL_VARIABLES } from '../../client/index.js';
import { KnownSecrets, type Replaced, readPolicy } from '../../redact/index.js';
import { assertNoLink } from '../../util/index.js';
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
  const target = (file: string) => {
    const name = redactedName(file) ?? file;
    return output === undefined ? name : join(output, basename(name));
  };
  const targets = files.map(target);
  if (output === undefined && !dryRun) for (const file of files) assertNoLink(file);
  // A recording whose redaction failed gets the name that it was to have.
  const redactFiles = output === undefined ? publishRedacted : redactCassette;
  const { replaced, warnings } = redactFiles(files, {
    dryRun,
    secrets: [env[CREDENTIAL_VARIABLES.token], ...new KnownSecrets(env).known],
    ...(rules && { policy: rules }),
    output: target,
  });
  const lines = replaced.map(lineOf);
  const done = dryRun ? 'nothing is written: this was a dry run' : `written: ${targets.join(', ')}`;
  return [...warnings, ...(lines.length > 0 ? lines : ['nothing to replace']), done].join('\n');
}

/** What it was is not told: somebody else may read this. */
function lineOf({ kind, count, place, replacement }: Replaced): string {
  const where = place === undefined ? (KNOWN_BEFORE[kind] ?? 'known before') : `first in ${place}`;
  return `${kind.padEnd(6)}  becomes ${replacement}  ${count === 1 ? 'once' : `${count} times`}, ${where}`;
}

const KNOWN_BEFORE: Readonly<Partial<Record<Replaced['kind'], string>>> = {
  secret: 'known before (a credential of the environment)',
  word: 'known before (`cut` of the policy)',
};

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`the policy ${file} cannot be read: ${(cause as Error).message}`);
  }
}
