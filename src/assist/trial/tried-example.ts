import { PlatformRestError, type Row } from '../../client/index.js';
import { exampleCall } from './example.js';
import { corrected, type Input } from './mentioned-fields.js';
import { PLACEHOLDER } from './sample.js';
import type { Trial, Verdict } from './trial.js';

export interface TriedExample {
  readonly lines: readonly string[];
  /** Why the call was not tried. Without it, the call succeeds. */
  readonly untried?: string;
}

const MAX_IDS = 5;
const MAX_REPAIRS = 4;

/** Returns a call that succeeds or is marked as untried, or undefined if the sandbox rejects every example. */
export async function triedExample(
  operation: string,
  row: Row,
  trial: Trial,
  extra: Input = {},
): Promise<TriedExample | undefined> {
  const first = row.args[0];
  const ids = first ? (await trial.idsFor(operation, first)).slice(0, MAX_IDS) : [];
  let best: { readonly fields: Input; readonly error?: unknown } | undefined;
  for (const given of ids.length > 0 ? ids.map((id) => [id]) : [[]]) {
    const tried = await repaired(operation, row, trial, { extra, given });
    // Users must choose the target of a call that deletes, buys, dials or sends.
    const isTarget = row.spends && first !== undefined;
    const succeeds = tried.result === 'succeeds';
    if (succeeds && !isTarget) return { lines: exampleCall(operation, row, tried.fields, given) };
    if (succeeds || !best) best = tried;
  }
  const lines = exampleCall(operation, row, best?.fields);
  const own = [...row.args.map(({ name }) => name), ...placeholdersIn({ ...row.needs, ...best?.fields }, lines)];
  if (own.length > 0) return { lines, untried: `it needs your own ${own.join(', ')}` };
  return best?.error === undefined || !trial.isOfSession ? { lines, untried: OFFLINE } : undefined;
}

const OFFLINE = 'a trial needs the sandbox';

/** Corrects the fields that the error of a trial names, until the call succeeds or nothing is left to correct. */
async function repaired(
  operation: string,
  row: Row,
  trial: Trial,
  { extra, given }: { readonly extra: Input; readonly given: readonly string[] },
): Promise<{ fields: Input; result: Verdict['result']; error?: unknown }> {
  let fields = extra;
  for (let turn = 0; ; turn++) {
    const { result, error } = await trial.verdictOn(exampleCall(operation, row, fields, given).join('\n'));
    if (result === 'succeeds') return { fields, result };
    const next = error instanceof PlatformRestError ? corrected(fields, row, error) : fields;
    if (turn === MAX_REPAIRS || JSON.stringify(next) === JSON.stringify(fields)) return { fields, result, error };
    fields = next;
  }
}

/** Returns the names of the fields whose value in an example only the user knows. */
const placeholdersIn = (fields: Input, lines: readonly string[]): string[] => {
  const text = lines.join('\n');
  return Object.keys(fields).filter(
    (name) => text.includes(`${name}: '${PLACEHOLDER}'`) || text.includes(`${name}: ['${PLACEHOLDER}'`),
  );
};

/** The lines of an example as one line. */
export const onOneLine = (lines: readonly string[]) =>
  lines
    .map((line) => line.trim())
    .join(' ')
    .replace(/\{ (.*), \}\)$/, '{ $1 })');
