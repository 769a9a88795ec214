import type { TypeCompletion, TypeItem, TypeItemKind } from '../../types/index.js';
import type { Cursor } from './cursor.js';
import type { Completion, Suggestion } from './suggestion.js';

/** Returns the completion with the suggestions of the TypeScript compiler, if it has any. */
export function typedCompletion(known: Completion, cursor: Cursor, found: TypeCompletion | undefined): Completion {
  if (!found) return known;
  const { call } = known;
  // The compiler also offers values where the code can still become a comparison: `Map<string, `.
  const fitting = cursor.isType ? found.items.filter(({ kind, text }) => isType(kind, text)) : found.items;
  const items = fitting.map((item) => suggestionOf(item, cursor));
  return { from: found.from, to: found.to, items, ...(call && { call }) };
}

/** Returns the keys or values that the compiler knows for an object. Known variables follow the values. */
export function inTypedObject(known: Completion, cursor: Cursor, found: TypeCompletion | undefined): Completion {
  if (!found) return known;
  const isKey = cursor.object.place === 'key';
  const own = found.items.filter(({ kind }) => kind === (isKey ? 'property' : 'value'));
  if (own.length === 0) return known;
  const items = own.map((item) => suggestionOf(item, cursor));
  return { ...known, from: found.from, to: found.to, items: isKey ? items : [...items, ...known.items] };
}

const isType = (kind: TypeItemKind, text: string) =>
  /^(?:class|type|module|value)$/.test(kind) || (kind === 'keyword' && !VALUE_KEYWORD.test(text));
const VALUE_KEYWORD = /^(?:await|async|true|false|function|this|super|new|class|delete|yield|import)$/;

const KINDS: Readonly<Record<TypeItemKind, Suggestion['kind']>> = {
  property: 'property',
  method: 'method',
  function: 'method',
  variable: 'variable',
  class: 'variable',
  type: 'variable',
  module: 'namespace',
  keyword: 'keyword',
  value: 'value',
};

function suggestionOf({ text, kind, detail }: TypeItem, { quote, members }: Cursor): Suggestion {
  const isName = quote === undefined;
  const isKey = isName && members === undefined && kind === 'property';
  const mapped = quote !== undefined && kind === 'module' ? 'file' : isKey ? 'key' : KINDS[kind];
  return { text, kind: mapped, ...(detail !== undefined && { detail }) };
}
