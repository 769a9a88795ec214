import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { publishRedacted, redactCassette, redactedName } from '../../cassette/index.js';
import { CREDENTIAL_VARIABLES } from '../../client/index.js';
import { KnownSecrets, originOf, type Replaced, readPolicy, type Undecided } from '../../redact/index.js';
import { cleanLine } from '../../show/index.js';
import { assertNoLink, fileProblem } from '../../util/index.js';
import { UsageError } from '../exit-codes.js';

export interface RedactOptions {
  readonly 'dry-run'?: boolean;
  readonly policy?: string;
  readonly output?: string;
}

/** Redacts recordings. With several files, the same number gets the same ordinal in all of them. */
export async function redact(
  files: readonly string[],
  { 'dry-run': dryRun = false, policy, output }: RedactOptions,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const rules = policy === undefined ? undefined : await policyIn(policy);
  const target = (file: string) => {
    const name = redactedName(file) ?? file;
    return output === undefined ? name : join(output, basename(name));
  };
  const targets = files.map(target);
  if (output === undefined && !dryRun) for (const file of files) assertNoLink(file);
  // If a file was kept unredacted because its redaction failed, `publishRedacted` writes it under its usual name and
  // removes the unredacted file.
  const redactFiles = output === undefined ? publishRedacted : redactCassette;
  const { replaced, warnings, undecided } = redactFiles(files, {
    dryRun,
    secrets: [env[CREDENTIAL_VARIABLES.token], ...new KnownSecrets(env).known],
    ...(rules && { policy: rules }),
    output: target,
  });
  const done = dryRun ? 'nothing was written, because this was a dry run' : `written: ${targets.join(', ')}`;
  const report = [...warnings, ...replacedLines(replaced, undecided), done];
  return report.join('\n');
}

export const policyIn = (file: string) => readPolicy(read(file), file);

/** The table of what was replaced, without the original values. */
export function replacedLines(replaced: readonly Replaced[], undecided: readonly Undecided[]): string[] {
  const lines = replaced.map(lineOf);
  return [...(lines.length > 0 ? lines : ['nothing to replace']), ...undecidedLines(undecided)];
}

const MOST_UNDECIDED = 20;

/** Lists the names and hosts that redaction left unchanged. Only the user can decide whether they are personal data. */
function undecidedLines(undecided: readonly Undecided[]): string[] {
  if (undecided.length === 0) return [];
  const lines = undecided
    .slice(0, MOST_UNDECIDED)
    .map(({ kind, text, count, place }) => cleanLine(`${kind.padEnd(6)}  ${text}  ${times(count)}, first in ${place}`));
  const more = undecided.length - lines.length;
  return [
    'possible names and hosts that the policy does not cover. To replace one, add it to `cut` in a policy:',
    ...lines,
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

/** Omits the original value, because other people may read the report. */
function lineOf({ kind, count, place, replacement }: Replaced): string {
  const origin = originOf(kind);
  const known = origin === undefined ? 'known before' : `known before (${origin})`;
  const where = place === undefined ? known : `first in ${place}`;
  return `${kind.padEnd(6)}  becomes ${replacement}  ${times(count)}, ${where}`;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`the policy ${file} cannot be read: ${fileProblem(error)}`);
  }
}
