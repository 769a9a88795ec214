import { basename, join } from 'node:path';
import { replacedLines } from '../../cases/index.js';
import { publishRedacted, redactCassette, redactedName } from '../../cassette/index.js';
import { CREDENTIAL_VARIABLES } from '../../client/index.js';
import { policyIn } from '../../commands/index.js';
import { KnownSecrets } from '../../redact/index.js';
import { cleanLine } from '../../show/index.js';
import { assertNoLink } from '../../util/index.js';

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
  const report = [...warnings, ...replacedLines(replaced, undecided).map(cleanLine), done];
  return report.join('\n');
}
