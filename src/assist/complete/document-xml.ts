import { documentField, type ExpectedField } from './document-fields.js';
import { valuesOf } from './from-rows.js';
import { into, keysOf } from './row-fields.js';
import type { Candidate, Suggestion } from './suggestion.js';

/** Returns whether a text begins as a document in cXML does. */
export const isXmlDocument = (text: string): boolean => /^\s*(?:<\?xml[^>]*>\s*)?<Response\b/.test(text);

interface InXml {
  /** The word at the end of the text, which a suggestion replaces. */
  readonly typed: string;
  readonly items: readonly Suggestion[];
}

/** The search for tags takes quadratic time in the worst case. */
const MAX_LENGTH = 10_000;

/** Completes the end of an unfinished cXML document: an element, an attribute, or the value of an attribute. */
export function completeXml(source: string): InXml | undefined {
  if (source.length > MAX_LENGTH) return undefined;
  // Quotes in a string of JavaScript can be escaped.
  const text = source.replace(/\\(["'`])/g, '$1');
  const { path, rest } = openElements(text);
  const [, slash, name] = /^<(\/?)([\w:-]*)$/.exec(rest) ?? [];
  if (name !== undefined) return { typed: name, items: slash ? closing(path) : elements(fieldsOf(path)) };
  const [, tag = '', attributes] = /^<([\w:-]+)(\s[\s\S]*)$/.exec(rest) ?? [];
  return attributes === undefined ? undefined : inTag(fieldsOf([...path, tag]), attributes);
}

/** Completes the attributes of an element. */
function inTag(fields: readonly ExpectedField[], attributes: string): InXml | undefined {
  const present: string[] = [];
  const rest = attributes.replace(ATTRIBUTE, (_, name) => {
    present.push(name);
    return '';
  });
  const [, name = '', value] = /([\w:-]+)\s*=\s*["']([^"']*)$/.exec(rest) ?? [];
  if (value !== undefined) {
    const allowed = fields.flatMap((field) => into(field, name)).flatMap(itemsOf);
    const typed = /\S*$/.exec(value)?.[0] ?? '';
    return { typed, items: valuesOf(allowed).map(withoutMark) };
  }
  const typed = /^\s+([\w:-]*)$/.exec(rest)?.[1];
  return typed === undefined ? undefined : { typed, items: keysOf(fields, present).filter(isAttribute(fields)) };
}

const ATTRIBUTE = /\s+([\w:-]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;
const TAG = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([\w:-]+)((?:"[^"]*"|'[^']*'|[^<>"'])*?)(\/?)>/g;

/** Returns the names of the elements that are open at the end, and the unfinished tag after the last complete one. */
function openElements(text: string): { readonly path: readonly string[]; readonly rest: string } {
  const path: string[] = [];
  let end = 0;
  for (const { 0: whole, 1: close, 2: name, 4: empty, index } of text.matchAll(TAG)) {
    end = index + whole.length;
    if (name === undefined || empty) continue;
    if (!close) path.push(name);
    else if (path.at(-1) === name) path.pop();
  }
  const start = text.lastIndexOf('<');
  return { path, rest: start < end ? '' : text.slice(start) };
}

/** Returns the declaration of the innermost element. */
const fieldsOf = (path: readonly string[]): readonly ExpectedField[] =>
  path.reduce<readonly ExpectedField[]>(
    (fields, name) => fields.flatMap((field) => childOf(field, name)),
    [documentField('cxml')],
  );

function childOf(field: ExpectedField, name: string): readonly ExpectedField[] {
  const own = into(field, name);
  const prompts = own.length > 0 ? [] : into(field, 'prompts').flatMap((list) => into(list, '[]'));
  return [...own, ...prompts.flatMap((steps) => into(steps, name))].flatMap(itemsOf);
}

const itemsOf = (field: ExpectedField): readonly ExpectedField[] =>
  field.kind === 'list' ? into(field, '[]') : [field];

/** The elements that an element can contain. Their names begin with an upper-case letter. */
function elements(fields: readonly ExpectedField[]): Suggestion[] {
  const prompts = fields.flatMap((field) => into(field, 'prompts')).flatMap(itemsOf);
  return [...keysOf(fields, []), ...keysOf(prompts, [])].filter(isElement).map(({ text, doc }) => ({
    text,
    kind: 'key',
    ...(doc && { detail: doc, doc }),
  }));
}

const isElement = ({ text }: Candidate) => /^[A-Z]/.test(text);
const isAttribute = (fields: readonly ExpectedField[]) => (key: Candidate) =>
  !isElement(key) && key.text !== 'text' && key.text !== 'prompts' && fields.length > 0;

const closing = (path: readonly string[]): Suggestion[] => path.slice(-1).map((text) => ({ text, kind: 'key' }));

const withoutMark = ({ isText: _, ...suggestion }: Candidate): Suggestion => suggestion;
