import { type Correction as Corrected, correctionOf, listFor, resourceMeant, type Trial } from '../../assist/index.js';
import { isRow, operations, PlatformRestError, type Row, type Tree, withoutNulls } from '../../client/index.js';
import { isPlain } from '../../util/index.js';
import { type Call, codeOf } from '../call-of.js';
import type { Fix } from './traps/trap.js';

/** A call to send instead of the failed one. */
export interface Correction {
  /** One statement in TypeScript, with the values of the user. */
  readonly code: string;
  /** Whether the call succeeded on a copy of the sandbox. */
  readonly isTried: boolean;
  /** Why the call was not tried, and the values of the user that it does not have. */
  readonly notes: readonly string[];
}

/** @internal Where corrections are tried. The ids of the case can have other values there. */
export interface TrialSandbox {
  newTrial(): Trial;
  toSandbox(code: string): string;
  toRecording(code: string): string;
}

const NO_IDS = { fitting: () => [], collectionsOf: () => [] };
/** A person cannot use a longer call, and each trial reads it several times. In characters. */
const MAX_CALL = 20_000;

/** @internal Corrects a failed call by its errors, and tries it. Returns undefined if no correction is known. */
export async function correctionFor(
  { operation, row, args }: Call,
  error: Error,
  trialSandbox: TrialSandbox,
): Promise<Correction | undefined> {
  const code = awaited({ operation, args }, row);
  if (code === undefined) return undefined;
  const source = trialSandbox.toSandbox(code);
  const failed = { source, operation, row, error, seen: NO_IDS };
  const isMissing = error instanceof PlatformRestError && error.status === 404;
  if (!isMissing) return shown(await correctionOf(failed, trialSandbox.newTrial()), trialSandbox);
  const meant = await resourceMeant(failed, trialSandbox.newTrial());
  if (meant) {
    const correction = shown(meant.correction, trialSandbox);
    return correction && { ...correction, notes: [trialSandbox.toRecording(meant.message), ...correction.notes] };
  }
  const list = listFor(operation, row.args[0]);
  if (!list || list.name === operation) return undefined;
  const listing = await tried({ operation: list.name, args: [] }, trialSandbox);
  return listing && { ...listing, notes: ['lists the ids that exist'] };
}

/** @internal Tries the call that a trap suggests, and corrects it until it succeeds. Returns undefined if it is too long. */
export async function tried(fix: Fix, trialSandbox: TrialSandbox): Promise<Correction | undefined> {
  const code = awaited(fix);
  if (code === undefined) return undefined;
  const untried = (reason: string) => ({ code, isTried: false, notes: [`not tried: ${reason}`] });
  if (fix.needs !== undefined) return untried(`it needs ${fix.needs}`);
  const source = trialSandbox.toSandbox(code);
  const { result, error } = await trialSandbox.newTrial().verdictOn(source);
  if (result === 'succeeds') return { code, isTried: true, notes: [] };
  const row = rowOf(fix.operation);
  if (result === 'not tried' || !row || !(error instanceof Error)) return untried(NO_SANDBOX);
  if (error instanceof PlatformRestError && error.status === 404) return untried(NO_RESOURCE);
  const { operation } = fix;
  const next = await correctionOf({ source, operation, row, error, seen: NO_IDS }, trialSandbox.newTrial());
  return shown(next, trialSandbox) ?? untried(`the sandbox rejects it: ${reasonOf(error)}`);
}

const reasonOf = (error: Error) => (error instanceof PlatformRestError && error.errors[0]?.message) || error.message;

const NO_SANDBOX = 'the sandbox does not simulate it';
const NO_RESOURCE = 'the sandbox does not have a resource of the case';

function shown(correction: Corrected | undefined, trialSandbox: TrialSandbox): Correction | undefined {
  if (!correction) return undefined;
  const { line, result, reason, changes } = correction;
  const untried = reason ?? (result === 'unknown id' ? NO_RESOURCE : 'the sandbox is not in use');
  const why =
    result === 'succeeds' ? [] : [`${result === 'refused' ? 'the sandbox rejects it' : 'not tried'}: ${untried}`];
  return {
    code: trialSandbox.toRecording(line),
    isTried: result === 'succeeds',
    notes: [...why, ...changes.map(trialSandbox.toRecording)],
  };
}

/** The code of a call, or undefined if it is too long to correct. */
function awaited({ operation, args }: Pick<Call, 'operation' | 'args'>, row = rowOf(operation)): string | undefined {
  // The client omits null, so a call with null would not show what is sent.
  const sent = row
    ? args.map((one, index) => (index === row.args.length && isPlain(one) ? withoutNulls(row, one) : one))
    : args;
  const code = `await ${codeOf({ operation, args: sent })}`;
  return code.length > MAX_CALL ? undefined : code;
}

function rowOf(operation: string): Row | undefined {
  let node: Row | Tree | undefined = operations;
  for (const step of operation.split('.')) node = node && !isRow(node) ? node[step] : undefined;
  return node && isRow(node) ? node : undefined;
}
