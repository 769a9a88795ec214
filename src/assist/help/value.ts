import { types } from 'node:util';
import { counted, plainLine, type SheetPart, shortText, withArticle } from '../../util/index.js';
import { ownValue } from '../inspect/own-value.js';
import { isAwaitable, settledNow } from '../inspect/promise-state.js';
import { bytesOf, classOf, isClass, typeAndSize } from '../inspect/type-and-size.js';

const MAX_FIELDS = 30;
const MAX_ITEMS = 3;

/** Describes a value: its type, its size and a sample. Runs no code of the value: no getter and no trap of a proxy. */
export async function valueHelp(name: string, value: unknown): Promise<SheetPart[]> {
  if (types.isProxy(value)) return ['A proxy. Help does not run its traps.'];
  if (isAwaitable(value)) {
    const settled = types.isPromise(value) ? await settledNow(value) : undefined;
    return [`A promise${settled ? `, ${stateText(settled)}` : ''}. Use await ${name} to get its value.`];
  }
  if (typeof value === 'string') return textHelp(value);
  if (typeof value === 'function') return [isClass(value) ? 'A class.' : 'A function.'];
  if (Array.isArray(value)) return listHelp(value);
  // It has one key for each byte.
  if (ArrayBuffer.isView(value))
    return [`${sentenceStart(withArticle(classOf(value) ?? 'array'))}: ${bytesOf(value)}.`];
  if (typeof value !== 'object' || value === null)
    return [value === null || value === undefined ? `${value}` : `A ${typeof value}: ${shortText(value)}`];
  const names = Object.keys(value);
  const kind = classOf(value);
  const size = kind === undefined ? counted(names.length, 'field') : `${kind}, ${shortText(value)}`;
  return [`An object: ${size}.`, ...fieldsOf(value, 'Fields')];
}

const MAX_MESSAGE = 200;

function stateText({ state, value, reason }: NonNullable<Awaited<ReturnType<typeof settledNow>>>): string {
  if (state === 'pending') return state;
  if (state === 'fulfilled') return `fulfilled with ${typeAndSize(value)}`;
  const message = ownValue(reason, 'message');
  return `rejected with ${typeof message === 'string' ? `'${plainLine(message, MAX_MESSAGE)}'` : shortText(reason)}`;
}

const sentenceStart = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function textHelp(text: string): SheetPart[] {
  const lines = text.split('\n').length;
  const size = `${counted(text.length, 'character')}${lines > 1 ? `, ${counted(lines, 'line')}` : ''}`;
  return [`A string: ${size}.`, ...(text === '' ? [] : [shortText(text)])];
}

function listHelp(list: readonly unknown[]): SheetPart[] {
  const sample = Array.from({ length: Math.min(list.length, MAX_ITEMS) }, (_, index) => ownValue(list, String(index)));
  const [first] = sample;
  const isOfObjects = typeof first === 'object' && first !== null && !types.isProxy(first) && !Array.isArray(first);
  const more = list.length > sample.length ? ', …' : '';
  return [
    `A list: ${counted(list.length, 'item')}.`,
    ...(sample.length === 0 ? [] : [`${sample.map(shortText).join(', ')}${more}`]),
    ...(isOfObjects ? fieldsOf(first, 'Fields of the first item') : []),
  ];
}

function fieldsOf(object: object, title: string): SheetPart[] {
  const names = Object.keys(object);
  const pairs = names.slice(0, MAX_FIELDS).map((name): [string, string] => {
    const isGetter = Object.getOwnPropertyDescriptor(object, name)?.get !== undefined;
    return [name, isGetter ? 'getter, not run' : typeAndValue(ownValue(object, name))];
  });
  const left = names.length - pairs.length;
  return [
    ...(pairs.length > 0 ? [{ title }, { pairs }] : []),
    ...(left > 0 ? [`${counted(left, 'more field')}: ${names.slice(MAX_FIELDS, MAX_FIELDS * 2).join(', ')}`] : []),
  ];
}

function typeAndValue(value: unknown): string {
  const text = shortText(value);
  if (value === null || value === undefined || typeof value === 'function' || types.isProxy(value)) return text;
  return `${Array.isArray(value) ? 'list' : typeof value} ${text}`;
}
