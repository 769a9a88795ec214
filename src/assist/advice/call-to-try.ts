import { isDeepStrictEqual, types } from 'node:util';
import { argumentNames, type FieldError, isRow, PlatformRestError, type Row } from '../../client/index.js';
import { callSpans } from '../../eval/index.js';
import { asCode, dotCommand, isPlain, nearest } from '../../util/index.js';
import { find } from '../complete/row-fields.js';
import type { SeenIds } from '../complete/seen-ids.js';
import { ownValue } from '../inspect/own-value.js';
import { type DottedPath, pathsIn } from '../tokens.js';
import { mentionedFields } from '../trial/mentioned-fields.js';
import { PLACEHOLDER } from '../trial/sample.js';
import type { Trial } from '../trial/trial.js';
import { onOneLine, triedExample } from '../trial/tried-example.js';
import { isPromiseIn, keywordsAsFields, replaced } from './corrected-arguments.js';
import { closing, correctedCall, fieldsOfAnyVariant, problemIn } from './corrected-call.js';
import { addressMeant } from './document-address.js';
import { identified, idsOfAnotherKind } from './id-of-another-kind.js';
import { asE164, keepsValues, otherName, replacedValues } from './replaced-values.js';

export interface FailedCall {
  readonly source: string;
  readonly operation: string;
  readonly row: Row;
  readonly error: Error;
  readonly seen: Pick<SeenIds, 'fitting' | 'collectionsOf'>;
}

/** A call of the user with its errors corrected. */
export interface Correction {
  readonly line: string;
  /** `unknown id`: the fields are valid, but no resource has the id. `refused`: only a value is wrong, such as a name in use. */
  readonly result: 'succeeds' | 'not tried' | 'unknown id' | 'refused';
  /** Why a value is refused. */
  readonly reason?: string;
  /** The values of the user that the call does not have. */
  readonly changes: readonly string[];
}

const MAX_CORRECTIONS = 12;

/**
 * Returns a line with the call of the user, with only its errors corrected, or no line if the correction is not known. A
 * call that could not be tried is marked. Shows an example only if the user gave no arguments.
 */
export async function callToTry(failed: FailedCall, trial: Trial): Promise<string[]> {
  const call = callIn(failed);
  if (call === undefined) return [];
  const address = await addressMeant({ call, ...failed }, trial);
  if (address) return [address.message, ...linesOf(await tried(address.call, address.call ?? call, failed, trial))];
  const own = [...linesOf(await correctionOf(failed, trial)), ...fieldsToRename(call, failed.row, trial)];
  if (own.length > 0 || !isEmptyCall(call)) return own;
  const lines = await exampleLine(call, failed, trial);
  const typed = asTyped(failed.source, call);
  return lines.filter((line) => !isSameCall(line.slice(line.indexOf(': ') + 2), typed, trial));
}

/** Returns the failed call with only its errors corrected and tried, or undefined if the correction is not known. */
export async function correctionOf(failed: FailedCall, trial: Trial): Promise<Correction | undefined> {
  const typed = callIn(failed);
  if (typed === undefined) return undefined;
  const keyed = keywordsAsFields(typed, failed.row);
  const call = writtenOut(keyed ?? typed, failed.row, trial);
  const first = isEmptyCall(call)
    ? withSeenId(call, failed)
    : (keyed ?? corrected(call, failed.row, failed.error, trial));
  const correction = await tried(first, call, failed, trial);
  const isSame = correction && isSameCall(correction.line, asTyped(failed.source, typed), trial);
  return isSame ? undefined : correction;
}

/** Whether two calls have the same text or arguments. The call that failed is no correction. */
function isSameCall(line: string, typed: string, trial: Trial): boolean {
  if (line === typed) return true;
  const [one, other] = [line, typed].map((call) => trial.read(call)?.args.filter((value) => !isEmptyObject(value)));
  return one !== undefined && other !== undefined && isDeepStrictEqual(one, other);
}

/** Writes out the fields that a call takes from variables: `dial({ ...caller, to })` or `dial(options)`. */
function writtenOut(call: string, row: Row, trial: Trial): string {
  const at = argumentNames(row).length;
  const input = callSpans(call)?.[at];
  const isWritten = input?.fields && !call.slice(input.start, input.end).includes('...');
  if (!input || isWritten || input.literal !== undefined) return call;
  const value = trial.read(call)?.args[at];
  return isPlain(value) ? replaced(call, input, asCode(value)) : call;
}

/** Names the misspelt fields that a call takes from variables. */
function fieldsToRename(call: string, row: Row, trial: Trial): string[] {
  const input = callSpans(call)?.[argumentNames(row).length];
  if (!input) return [];
  const known = Object.keys(fieldsOfAnyVariant(row));
  return pathsIn(call.slice(input.start, input.end)).flatMap(({ steps }) => {
    const value = trial.valueAt(steps);
    if (!isPlain(value) || types.isProxy(value)) return [];
    const name = steps.join('.');
    return Object.keys(value).flatMap((field) => {
      const meant = known.includes(field) ? undefined : nearest(field, known);
      return meant === undefined || Object.hasOwn(value, meant) ? [] : [`rename ${name}.${field} to ${name}.${meant}`];
    });
  });
}

const isEmptyObject = (value: unknown): boolean => isPlain(value) && Object.keys(value).length === 0;
const isEmptyCall = (call: string) => /\(\s*(?:\{\s*\}\s*)?\)$/.test(call);

const LEADS = {
  succeeds: 'try: ',
  'not tried': 'corrected call, not tried: ',
  'unknown id': 'corrected call, but the id does not exist: ',
};

const linesOf = (correction: Correction | undefined): string[] =>
  correction ? [leadOf(correction) + correction.line, ...correction.changes] : [];

const leadOf = ({ result, reason = 'a value is refused' }: Correction): string =>
  result === 'refused' ? `corrected call, but ${reason}: ` : LEADS[result];

/** Returns a line with the call of the user at another operation, or no line if it cannot be called like that. */
export async function callElsewhere(
  source: string,
  { end }: Pick<DottedPath, 'end'>,
  path: string,
  { newTrial, seen }: Pick<FailedCall, 'seen'> & { readonly newTrial: () => Trial },
): Promise<string[]> {
  const operation = path.replace(/^platform\.(?:dry\.)?/, '');
  const row = find(operation.split('.'));
  const close = closing(source, source.indexOf('(', end));
  if (!row || !isRow(row) || close < 0) return [];
  const call = path + source.slice(end, close + 1);
  const failed = { source: call, operation, row, error: new TypeError(), seen };
  if (/\(\s*\)$/.test(call)) return exampleLine(call, failed, newTrial());
  return linesOf(await tried(call, call, failed, newTrial()));
}

/** Names the arguments and fields of the failed call that have the id of another kind of resource. */
export function otherKinds({ operation, row, seen, ...failed }: FailedCall, trial: Trial): string[] {
  const call = callIn({ operation, ...failed });
  const args = call === undefined ? undefined : trial.read(call)?.args;
  return args ? idsOfAnotherKind({ operation, row, args, seen }) : [];
}

/** Explains an argument that is not an id: the number or the name of a resource, or a promise. */
export async function idMeant(failed: FailedCall, trial: Trial): Promise<string[]> {
  const meant = await resourceMeant(failed, trial);
  return meant ? [meant.message, ...linesOf(meant.correction)] : [];
}

/**
 * Finds an argument that is the number or the name of a resource, not its id. Tries the call with the id, except for a
 * call that deletes, buys, dials or sends.
 */
export async function resourceMeant(
  failed: FailedCall,
  trial: Trial,
): Promise<{ readonly argument: string; readonly message: string; readonly correction?: Correction } | undefined> {
  const call = callIn(failed);
  const args = call === undefined ? undefined : trial.read(call)?.args;
  for (const [index, argument] of failed.row.args.entries()) {
    const given = args?.[index];
    const isId = argument.kind !== 'text';
    const meant = isId && typeof given === 'string' ? await identified(failed, argument, given, trial) : undefined;
    const span = callSpans(call ?? '')?.[index];
    if (!meant || !span || call === undefined) continue;
    const found = { argument: argument.name, message: meant.message };
    if (failed.row.spends) return found;
    const correction = await tried(replaced(call, span, asCode(meant.id)), call, failed, trial);
    return { ...found, ...(correction && { correction }) };
  }
  return undefined;
}

/** Returns a sentence about an argument of the failed call that is a promise. */
export function unawaitedArgument(failed: FailedCall, trial: Trial): string[] {
  const call = callIn(failed) ?? '';
  const codes = (callSpans(call) ?? []).map(({ start, end }) => call.slice(start, end));
  const code = codes.find((one) => isPromiseIn(one, trial.valueAt));
  return code === undefined || code.startsWith('await ') ? [] : [`${code} is a promise: await is missing`];
}

/** Returns the code of the failed call, from `platform` to its closing bracket. */
export function callIn({ source, operation }: Pick<FailedCall, 'source' | 'operation'>): string | undefined {
  const calls = pathsIn(source).filter(({ steps, isCalled }) => isCalled && isPathOf(steps.join('.'), operation));
  const [path] = calls;
  // Of several calls, it is not known which one failed.
  if (!path || calls.length > 1) return undefined;
  const end = closing(source, source.indexOf('(', path.end));
  return end < 0 ? undefined : source.slice(path.at, end + 1);
}

/** Whether a path is that of an operation: of `platform`, of another client, or of a variable with a namespace. */
function isPathOf(path: string, operation: string): boolean {
  if (!path.endsWith(`.${operation}`)) return path.includes('.') && operation.endsWith(`.${path}`);
  return /^(?:platform(?:\.dry)?|[\w$]+)$/.test(path.slice(0, -operation.length - 1));
}

/** Fills in an id of this session, except for a call that deletes, buys, dials or sends: the user chooses the target. */
function withSeenId(call: string, { row, error, seen }: FailedCall): string | undefined {
  const [argument] = row.args;
  const { field } = error instanceof PlatformRestError ? { field: undefined } : problemIn(error);
  if (!argument || row.spends || argument.name !== field) return undefined;
  const [id] = seen.fitting(argument);
  return id && call.replace(/\(\s*\)$/, `('${id.value}')`);
}

/** Tries a corrected call. Corrects the next error until the call succeeds or no correction is known. */
async function tried(
  first: string | undefined,
  own: string,
  failed: FailedCall,
  trial: Trial,
): Promise<Correction | undefined> {
  let call = first;
  for (let turn = 0; call !== undefined && turn < MAX_CORRECTIONS; turn++) {
    if (!keepsValues(own, call, failed.row)) return undefined;
    const line = asTyped(failed.source, call);
    // Another client has other resources, so its calls are only checked.
    const isOther = !call.startsWith('platform.');
    const checked = isOther ? `await platform.${failed.operation}${call.slice(call.indexOf('('))}` : line;
    const { result, error } = await trial.verdictOn(checked);
    const changes = replacedValues(own, call);
    const isUnknown = error instanceof PlatformRestError && error.status === 404;
    if (isOther && (isUnknown || result !== 'fails')) return { line, result: 'not tried', changes };
    if (result !== 'fails') return { line, result, changes };
    if (isUnknown) return { line, result: 'unknown id', changes };
    const next = corrected(call, failed.row, error, trial);
    // Another name is suggested only to a user whose call was refused for its name.
    const reason = refusedValue(call, error, failed);
    if (next !== undefined && reason !== undefined) return { line, result: 'refused', reason, changes };
    call = next;
  }
  return undefined;
}

/** Returns why the platform refuses a corrected call, if that is about a value of the user that only another can replace. */
function refusedValue(call: string, error: unknown, { row, error: first }: FailedCall): string | undefined {
  if (!(error instanceof PlatformRestError) || first instanceof PlatformRestError) return undefined;
  const mentioned = mentionedFields(row, error);
  const written = callSpans(call)?.[argumentNames(row).length]?.fields ?? [];
  const isValue = (field = '') => mentioned[field] === PLACEHOLDER && written.some(({ name }) => name === field);
  return error.errors.find((one) => isValue(fieldOf(one, row)))?.message;
}

function asTyped(source: string, call: string): string {
  const line = call.includes('`') ? call : call.replace(/\s*\n\s*/g, ' ');
  if (dotCommand(source)?.name === '.dry') return `.dry ${line}`;
  return line.startsWith('platform.dry.') ? line : `await ${line}`;
}

function corrected(call: string, row: Row, error: unknown, trial: Trial): string | undefined {
  if (error instanceof PlatformRestError) return correctedForPlatform(call, row, error, trial);
  return error instanceof TypeError ? correctedCall(call, row, problemIn(error), trial.valueAt) : undefined;
}

/** Adds the first missing field that the errors name, or else replaces the values that they reject. */
function correctedForPlatform(call: string, row: Row, error: PlatformRestError, trial: Trial): string | undefined {
  const mentioned = mentionedFields(row, error);
  const at = argumentNames(row).length;
  const written = callSpans(call)?.[at]?.fields?.map(({ name }) => name) ?? [];
  const missing = Object.keys(mentioned).find((name) => !written.includes(name));
  const wrong = error.errors.flatMap((one) => fieldOf(one, row) ?? []);
  // A name that is in use needs another one. A name that is not known does not.
  const isInUse = error.errors.some((one) => /\b(?:already|another|taken|in use|unique)\b/i.test(one.message));
  const given = trial.read(call)?.args[at];
  let next: string | undefined = call;
  for (const field of missing !== undefined ? [missing] : wrong) {
    const isFree = missing === undefined && mentioned[field] === PLACEHOLDER;
    const own = ownValue(given, field);
    const value = isFree ? otherName(own) : ((missing === undefined ? asE164(own) : undefined) ?? mentioned[field]);
    if (isFree && (value === undefined || !isInUse)) return undefined;
    next = next && correctedCall(next, row, { field, message: '', value }, trial.valueAt);
  }
  return next;
}

/** Returns the field that an error is about. Some errors name it only in their message. */
export function fieldOf({ attribute, message }: FieldError, { needs, takes }: Row): string | undefined {
  if (attribute) return attribute;
  const [first = ''] = message.split(' ', 1);
  return first in needs || first in takes ? first : undefined;
}

async function exampleLine(
  call: string,
  { source, operation, row, error }: FailedCall,
  trial: Trial,
): Promise<string[]> {
  const mentioned = error instanceof PlatformRestError ? mentionedFields(row, error) : {};
  const example = await triedExample(operation, row, trial, mentioned);
  if (!example) return [];
  const isDry = call.startsWith('platform.dry.');
  const code = onOneLine(example.lines).replace(/^await platform\./, isDry ? 'platform.dry.' : 'platform.');
  const line = asTyped(source, code);
  return [example.untried ? `example, not tried, because ${example.untried}: ${line}` : `example: ${line}`];
}

export const helpOn = (operation: string) => `for help, type platform.${operation}?`;
