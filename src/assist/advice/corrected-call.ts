import type { Row } from '../../client/index.js';
import { dotCommand, nearest } from '../../util/index.js';
import type { SeenIds } from '../complete/seen-ids.js';
import { asCode } from '../help/example.js';
import { sampleOf } from '../help/sample.js';
import { pathsIn, tokensOf } from '../tokens.js';

interface Problem {
  readonly field: string;
  readonly value?: string;
  /** The name that the user wrote instead of `field`. */
  readonly typo?: string;
}

/** Returns the typed call with its errors corrected, or undefined when the correction is not clear. */
export function correctedCall(
  source: string,
  operation: string,
  row: Row,
  problems: readonly Problem[],
  seen?: Pick<SeenIds, 'fitting'>,
): string | undefined {
  const path = pathsIn(source).find(({ steps, isCalled }) => isCalled && steps.join('.').endsWith(`.${operation}`));
  if (!path || problems.length === 0) return undefined;
  const end = closing(source, source.indexOf('(', path.end));
  if (end < 0) return undefined;
  let call = source.slice(path.at, end + 1);
  for (const problem of problems) {
    const next = corrected(call, row, problem, seen);
    if (next === undefined || next === call) return undefined;
    call = next;
  }
  const line = call.replace(/\s+/g, ' ');
  return dotCommand(source)?.name === '.dry' ? `.dry ${line}` : `await ${line}`;
}

function corrected(
  call: string,
  row: Row,
  { field, value, typo }: Problem,
  seen?: Pick<SeenIds, 'fitting'>,
): string | undefined {
  const key = /(\w+)(?:\[\d+\])?$/.exec(field)?.[1] ?? '';
  if (key === '') return undefined;
  if (typo !== undefined) return call.replace(new RegExp(`\\b${typo}(['"]?\\s*:)`), `${key}$1`);
  const known = { ...row.takes, ...row.needs }[key];
  const isWritten = new RegExp(`\\b${key}['"]?\\s*:\\s*(['"])([^'"]*)\\1`).exec(call);
  if (isWritten) {
    const [all, quote = "'", was = ''] = isWritten;
    const texts = (known?.values ?? []).map(String);
    const right = value ?? nearest(was, texts) ?? texts[0];
    return right === undefined
      ? undefined
      : call.replace(all, all.replace(`${quote}${was}${quote}`, `${quote}${right}${quote}`));
  }
  // The value of the key is not a string literal, so it cannot be read here.
  if (new RegExp(`(?<!\\.)\\b${key}\\b['"]?\\s*[:,}]`).test(call)) return undefined;
  // A call that deletes, buys, dials or sends never gets an id filled in: the user must choose the target.
  const [id] =
    (row.spends ? undefined : seen?.fitting(row.args.find(({ name }) => name === key) ?? { name: key })) ?? [];
  if (id && /\(\s*\)$/.test(call)) return call.replace(/\(\s*\)$/, `('${id.value}')`);
  if (!known || field !== key) return undefined;
  const text = `${key}: ${asCode(sampleOf(key, known))}`;
  if (/\{\s*\}\)$/.test(call)) return call.replace(/\{\s*\}\)$/, `{ ${text} })`);
  const object = /([(,]\s*)\{\s*/.exec(call);
  if (object)
    return `${call.slice(0, object.index)}${object[1]}{ ${text}, ${call.slice(object.index + object[0].length)}`;
  // A further argument is correct only if the fields are not there yet, for example as a variable.
  if (argumentCount(call) !== row.args.length) return undefined;
  return call.replace(/(\(\s*)?\)$/, (_, empty?: string) => (empty ? `({ ${text} })` : `, { ${text} })`));
}

/** Counts the arguments of a call. Ignores commas inside brackets and strings. */
function argumentCount(call: string): number {
  const text = call.slice(call.indexOf('(') + 1, -1);
  const tokens = tokensOf(text) ?? [];
  let depth = 0;
  let count = text.trim() === '' ? 0 : 1;
  for (const { kind, text: sign } of tokens) {
    if (kind !== 'mark') continue;
    if (/^[([{]$/.test(sign)) depth++;
    else if (/^[)\]}]$/.test(sign)) depth--;
    else if (sign === ',' && depth === 0) count++;
  }
  return count;
}

/** Returns the index of the bracket that closes the one at `open`, or -1. Ignores brackets in strings. */
export function closing(source: string, open: number): number {
  let depth = 0;
  let quote = '';
  for (let at = open; at >= 0 && at < source.length; at++) {
    const character = source[at] as string;
    if (quote !== '') {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (/['"`]/.test(character)) quote = character;
    else if (/[([{]/.test(character)) depth++;
    else if (/[)\]}]/.test(character) && --depth === 0) return at;
  }
  return -1;
}
