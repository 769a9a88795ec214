import { dirname } from 'node:path';
import { type CastResult, newSandbox } from '../../sandbox/index.js';
import { UsageError } from '../../util/index.js';
import type { CommandContext, CommandResult } from '../shared-command.js';
import { type SigningOptions, sandboxOf, signingOptions } from '../signing.js';
import { castSheet } from './cast-sheet.js';
import { castSuites } from './cast-suites.js';
import { documentIn } from './documents/document-files.js';
import { fileIn } from './documents/folder-server.js';
import { writeJunit } from './junit.js';
import { endCalls } from './ring-sandbox.js';

/** A cast of a file, with what happened. */
export interface PerformedCast {
  readonly file: string;
  readonly result: CastResult;
}

interface CastFlags extends SigningOptions {
  readonly cast?: readonly string[];
  readonly junit?: string;
  readonly json?: boolean;
}

/** The options of `ring` that a cast has too. The others are written in the cast. */
const OPTIONS: readonly string[] = ['cast', 'junit', 'json', 'signing-key', 'signature-prefix'];

/** Rings all people of each cast, each cast in its own sandbox. The results are in the order of the files. */
export async function castCommand(
  flags: CastFlags & Readonly<Record<string, unknown>>,
  more: readonly string[],
  { session }: CommandContext,
): Promise<CommandResult> {
  const { cast = [], junit, json = false } = flags;
  if (cast.length === 0) throw new UsageError('--junit needs --cast FILE');
  const other = Object.keys(flags).find((name) => !OPTIONS.includes(name));
  if (other !== undefined)
    throw new UsageError(`--${other} and --cast exclude each other: a cast says what its people do`);
  const signing = signingOptions(flags);
  const performed = await allOf(
    [...cast, ...more].map(async (file): Promise<PerformedCast> => {
      const text = documentIn(file);
      const sandbox = sandboxOf(() => newSandbox(signing));
      try {
        // The cast does not change the session.
        if (session) sandbox.restore(session.sandbox.snapshot());
        // The calls of the account, such as those of the sample account, would wait in the queues of the cast.
        await endCalls(sandbox);
        return { file, result: await sandbox.cast(text, { name: file, files: (path) => fileIn(dirname(file), path) }) };
      } finally {
        await sandbox.close();
      }
    }),
  );
  if (junit !== undefined) writeJunit(junit, castSuites(performed));
  const isDifferent = performed.some(({ result }) => result.failures.length > 0);
  return {
    shown: json ? JSON.stringify(performed, null, 2) : castSheet(performed),
    ...(isDifferent && { outcome: 'different' }),
  };
}

/** Waits for all work. Throws the problems of all of it together. */
async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(work);
  const errors = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const other = errors.find((error) => !(error instanceof UsageError));
  if (other !== undefined) throw other;
  if (errors.length > 0) throw new UsageError(errors.map((error) => (error as UsageError).message).join('\n'));
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
