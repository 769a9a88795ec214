import type { PlatformRestError, Row } from '../../client/index.js';
import { isPlain } from '../../util/index.js';
import { exampleCall } from '../help/example.js';
import { corrected as correctedFields, mentionedFields } from '../trial/mentioned-fields.js';
import type { Trial } from '../trial/trial.js';
import { repaired, triedExample } from '../trial/tried-example.js';

interface FailedCall {
  readonly source: string;
  readonly operation: string;
  readonly row: Row;
  /** The error of the platform. Undefined if the client rejected the call. */
  readonly error?: PlatformRestError;
  readonly corrected: string | undefined;
}

/** Returns the user's call with corrections that succeeds, else an example, else a reference to the help. */
export async function callToTry(failed: FailedCall, trial: Trial): Promise<string[]> {
  const { operation, row, error, corrected } = failed;
  const { result } = corrected === undefined ? { result: 'fails' } : await trial.verdictOn(corrected);
  if (result === 'succeeds') return [`try: ${corrected}`];
  if (result === 'not tried') return [`corrected call, not tried: ${corrected}`];
  const mentioned = error ? mentionedFields(row, error) : {};
  if (error && Object.keys(mentioned).length === 0) return [helpOn(operation)];
  const own = await withOwnFields(failed, trial);
  if (own !== undefined) return [own];
  const example = await triedExample(operation, row, trial, mentioned);
  if (!example) return [helpOn(operation)];
  const call = onOneLine(example.lines);
  return [example.untried ? `example, not tried, because ${example.untried}: ${call}` : `a valid call: ${call}`];
}

/** Corrects the fields of the user's call that the errors name, and keeps the others. */
async function withOwnFields({ source, operation, row, error }: FailedCall, trial: Trial): Promise<string | undefined> {
  const call = trial.read(source);
  if (!error || call?.path.join('.') !== operation) return undefined;
  const given = call.args.slice(0, row.args.length);
  const input = call.args[row.args.length] ?? {};
  if (!given.every((argument) => typeof argument === 'string') || !isPlain(input)) return undefined;
  const { fields, result } = await repaired(operation, row, trial, {
    extra: correctedFields(input, row, error),
    given,
  });
  if (result === 'fails') return undefined;
  const text = onOneLine(exampleCall(operation, row, fields, given));
  return `${result === 'succeeds' ? 'a valid call' : 'corrected call, not tried'}: ${text}`;
}

export const helpOn = (operation: string) => `for help, type platform.${operation}?`;

export const onOneLine = (lines: readonly string[]) =>
  lines
    .map((line) => line.trim())
    .join(' ')
    .replace(/\{ (.*), \}\)$/, '{ $1 })');
