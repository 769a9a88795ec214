import { type AnyField, argumentNames, type Fields, type Row } from '../../client/index.js';
import { type CodeField, type CodeValue, callSpans } from '../../eval/index.js';
import { asCode, isPlain, jsonOf, nearest } from '../../util/index.js';
import { sampleOf, UNUSED } from '../trial/sample.js';
import { correctedArgument, type ReadValue, replaced } from './corrected-arguments.js';

export interface Problem {
  /** The path of the field, such as `play[0].type`. */
  readonly field: string;
  /** The rest of the message, such as `must be a string`. */
  readonly message: string;
  /** The value to use instead, if known. */
  readonly value?: unknown;
}

/** Returns the call with one problem corrected, or undefined when the correction is not clear. Keeps all other code. */
export function correctedCall(call: string, row: Row, problem: Problem, read: ReadValue): string | undefined {
  const args = callSpans(call);
  const names = argumentNames(row);
  if (!args || args.length > names.length + 1) return undefined;
  const input = args[names.length];
  const at = names.indexOf(problem.field);
  if (at >= 0) return correctedArgument(call, args, at, row, problem.message, read);
  const all = fieldsOfAnyVariant(row);
  if (problem.message === 'fields must be an object') return wrapped(call, input, row, all);
  const other = input && otherCompanion(input, row, problem.field);
  if (other) return renamed(call, other, problem.field);
  const number = input && numberOf(call, input, problem, read);
  if (number) return number;
  if (input) return correctedField(call, input, all, stepsOf(problem.field), problem);
  const known = all[problem.field];
  if (!known || args.length !== names.length) return undefined;
  const text = `{ ${problem.field}: ${valueFor(call, problem, known)} }`;
  return call.replace(/(\(\s*)?\)$/, (_, empty?: string) => (empty ? `(${text})` : `, ${text})`));
}

/** Changes `from: desk` to `from: desk.number` if the variable has a phone number. */
function numberOf(call: string, { fields = [] }: CodeValue, { field, message }: Problem, read: ReadValue) {
  const value = message === 'must be a string' ? fields.find(({ name }) => name === field)?.value : undefined;
  const code = value && call.slice(value.start, value.end);
  if (!value || !code || !/^(?:from|to|number|caller_id)$/i.test(field) || !/^[\w$.]+$/.test(code)) return undefined;
  const isNumber = /^\+\d+$/.test(String(read([...code.split('.'), 'number'])));
  return isNumber ? replaced(call, value, `${code}.number`) : undefined;
}

/** The field that has the value meant for `name`: each handler of a number reads its target from a field of its own. */
function otherCompanion({ fields = [] }: CodeValue, { companions = {} }: Row, name: string): CodeField | undefined {
  const names = Object.values(companions)
    .map((byValue) => Object.values(byValue))
    .find((all) => all.includes(name));
  if (!names || fields.some((one) => one.name === name)) return undefined;
  const [found, ...more] = fields.filter((one) => names.includes(one.name));
  return more.length === 0 ? found : undefined;
}

const renamed = (call: string, field: CodeField, name: string) =>
  replaced(call, field.key, field.isShorthand ? `${name}: ${field.name}` : name);

/** The fields that an operation accepts in any of its variants. Of two with the same name, that of the first. */
export const fieldsOfAnyVariant = (row: Row): Fields =>
  Object.assign(
    {},
    ...[...(row.variants ?? [])].reverse().flatMap(({ needs, takes }) => [takes, needs]),
    row.takes,
    row.needs,
  );

const stepsOf = (path: string) => path.match(/\w+/g) ?? [];

/** Changes `create('sales')` to `create({ name: 'sales' })`. */
function wrapped(call: string, input: CodeValue | undefined, { needs }: Row, all: Fields): string | undefined {
  if (typeof input?.literal !== 'string') return undefined;
  const required = Object.keys(needs);
  const name = required.length === 1 ? required[0] : 'name' in all ? 'name' : undefined;
  return name && replaced(call, input, `{ ${name}: ${call.slice(input.start, input.end)} }`);
}

/** Corrects the field at a path. `known` are the fields that the object accepts. */
function correctedField(
  call: string,
  object: CodeValue,
  known: Fields,
  [name = '', ...rest]: readonly string[],
  problem: Problem,
): string | undefined {
  if (!object.fields) return undefined;
  const field = known[name];
  const written = object.fields.find((one) => one.name === name);
  if (!written) return rest.length === 0 ? withField(call, object, known, name, problem) : undefined;
  if (rest.length === 0) return withValue(call, written, field, problem);
  const isItem = /^\d+$/.test(rest[0] ?? '');
  const inner = isItem ? written.value.items?.[Number(rest[0])] : written.value;
  const below = isItem ? field?.of?.[0] : field;
  if (!inner || !below) return undefined;
  const steps = isItem ? rest.slice(1) : rest;
  if (steps.length === 0) return replacedValue(call, inner, name, below, problem);
  return correctedField(call, inner, fieldsOf(below, inner, steps[0] ?? ''), steps, problem);
}

/** Returns the fields of an object. Of several alternatives, uses the one that the literals of the object select. */
function fieldsOf(field: AnyField, { fields = [] }: CodeValue, name: string): Fields {
  if (field.kind !== 'either') return { ...field.takes, ...field.needs };
  const alternatives = (field.of ?? []).map(({ takes, needs }): Fields => ({ ...takes, ...needs }));
  const isSelected = (one: Fields) =>
    fields.every(({ name: key, value: { literal } }) => one[key]?.values?.includes(literal as string) ?? true);
  const fitting = alternatives.filter((one) => name in one);
  const selected = fitting.find(isSelected);
  if (selected) return selected;
  const values = fitting.flatMap((one) => one[name]?.values ?? []);
  return { ...fitting[0], [name]: { ...fitting[0]?.[name], kind: 'oneOf', values } as AnyField };
}

/** Adds a missing field: renames a misspelt field, or moves fields that are one level too high, or adds a sample. */
function withField(call: string, object: CodeValue, known: Fields, name: string, problem: Problem): string | undefined {
  const field = known[name];
  if (!field || !object.fields) return undefined;
  const strangers = object.fields.filter((one) => !(one.name in known));
  const slip = /you gave (\w+)/.exec(problem.message)?.[1] ?? name;
  const names = Object.keys(known);
  const meant =
    strangers.find((one) => one.name === slip || nearest(one.name, names) === name) ??
    strangers.find((one) => hasWordsOf(one.name, name));
  if (meant) return renamed(call, meant, name);
  const moved = strangers.filter((one) => one.name in { ...field.needs, ...field.takes });
  const code = ({ key, value }: CodeField) => call.slice(key.start, value.end);
  const added = moved.length > 0 ? `{ ${moved.map(code).join(', ')} }` : valueFor(call, problem, field);
  const fields = object.fields.filter((one) => !moved.includes(one)).map(code);
  const text = `${name}: ${added}`;
  return replaced(call, object, `{ ${(moved.length > 0 ? [...fields, text] : [text, ...fields]).join(', ')} }`);
}

/** Whether a name has all words of another one: `phone_number` and `phoneNumber` have that of `number`. */
function hasWordsOf(name: string, other: string): boolean {
  const wordsOf = (text: string) => text.split(/_|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
  const words = wordsOf(name);
  return wordsOf(other).every((word) => words.includes(word));
}

function withValue(
  call: string,
  { name, value, isShorthand }: CodeField,
  field: AnyField | undefined,
  problem: Problem,
) {
  const next = field && replacedValue(call, value, name, field, problem);
  return next && isShorthand ? replaced(next, { start: value.start, end: value.start }, `${name}: `) : next;
}

/** Converts a value to the type that the field needs. Replaces a value that is at fault itself. */
function replacedValue(
  call: string,
  value: CodeValue,
  name: string,
  field: AnyField,
  problem: Problem,
): string | undefined {
  const { literal } = value;
  const { message } = problem;
  const code = call.slice(value.start, value.end);
  const to = (text: string) => replaced(call, value, text);
  const limited = typeof literal === 'number' ? withinLimits(literal, field) : literal;
  if (limited !== literal) return to(asCode(limited));
  if (problem.value !== undefined) return to(valueFor(call, problem, field, name));
  if (message === 'must be a list') return to(`[${code}]`);
  if (message === 'must be an object') {
    const content = typeof literal === 'string' ? jsonOf(literal) : undefined;
    return isPlain(content) ? to(asCode(content)) : undefined;
  }
  if (message === 'must be a string' && /^\+\d{7,15}$/.test(code)) return to(asCode(code));
  if (message === 'must be a string')
    return ['number', 'boolean'].includes(typeof literal) ? to(asCode(code)) : undefined;
  if (/^must be a (?:whole )?number$/.test(message))
    return typeof literal === 'string' && /^-?\d+(\.\d+)?$/.test(literal) ? to(literal) : undefined;
  if (message === 'must be true or false') return literal === 'true' || literal === 'false' ? to(literal) : undefined;
  if (literal === undefined) return undefined;
  const values = field.values?.map(String);
  return values ? to(asCode(nearest(String(literal), values) ?? values[0])) : undefined;
}

function withinLimits(value: number, { limits }: AnyField): number {
  return Math.min(Math.max(value, limits?.min ?? Number.NEGATIVE_INFINITY), limits?.max ?? Number.POSITIVE_INFINITY);
}

/** Returns a value as code. Uses a number that the call does not have yet, so that no call has the same two numbers. */
function valueFor(call: string, { field, value }: Problem, known: AnyField, name = field): string {
  const sample = value ?? sampleOf(/\w+$/.exec(name)?.[0] ?? name, known);
  return asCode(typeof sample === 'string' && call.includes(asCode(sample)) ? (UNUSED.get(sample) ?? sample) : sample);
}

/** Returns the index of the bracket that closes the one at `open`, or -1. Ignores brackets in strings. */
export function closing(source: string, open: number): number {
  let depth = 0;
  let quote = '';
  for (let index = open; index >= 0 && index < source.length; index++) {
    const character = source[index] as string;
    if (quote !== '') {
      if (character === '\\') index++;
      else if (character === quote) quote = '';
    } else if (/['"`]/.test(character)) quote = character;
    else if (/[([{]/.test(character)) depth++;
    else if (/[)\]}]/.test(character) && --depth === 0) return index;
  }
  return -1;
}

/** Reads the message of the client's own check: `calling.play(call_id, {…}): play[0].type must be one of …`. */
export function problemIn({ message }: Error): Problem {
  const [, complaint = ''] = /^[\w.]+\([^)]*\): ([\s\S]+)$/.exec(message) ?? [];
  const [, field = '', problem = ''] = /^([\w.[\]]+) ([\s\S]+)$/.exec(complaint) ?? [];
  return { field, message: problem };
}
