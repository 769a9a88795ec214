import type { SkillPreview } from '../../skills/index.js';
import type { TypeCompletion, TypeSignature } from '../../types/index.js';
import { dotCommand } from '../../util/index.js';
import { type CallSite, type Cursor, cursorIn } from './cursor.js';
import { sectionsAround } from './document-around.js';
import { inPlaceholder, type Names, namesInDocument, placeholderIn } from './document-names.js';
import { completeXml, isXmlDocument } from './document-xml.js';
import { fitsIndex, fitsType, fittingVariables } from './fitting-variables.js';
import { completionAfterMark, expectsFile, expectsModule, importCompletion, moduleNames } from './from-files.js';
import { inPreloaded, platformPath } from './from-preloaded.js';
import { type Expectation, expectationInCall, namespaceMembers, placeInDocument, valuesOf } from './from-rows.js';
import {
  constructors,
  globalNames,
  isOurs,
  numberedCompletion,
  ownNames,
  preloadedFirst,
  scopeMembers,
} from './from-scope.js';
import type { SkillOffer, ToolOffer } from './from-skills.js';
import { inTypedObject, typedCompletion } from './from-types.js';
import { find } from './row-fields.js';
import { kindOf, type SeenIds } from './seen-ids.js';
import { type Candidate, type Completion, placed, ranked, type Signature, type Suggestion } from './suggestion.js';

/** The view of the session that completion uses. None of its methods runs user code. */
export interface Session {
  names(): readonly string[];
  /** Returns whether the user declared a name, as opposed to a preloaded one. */
  isDeclared(name: string): boolean;
  peek(name: string): PropertyDescriptor | undefined;
  skills(): Promise<readonly SkillOffer[]>;
  skill(name: string): Promise<SkillPreview | undefined>;
  loaded(): readonly string[];
  tools(): readonly ToolOffer[];
  readonly commands: readonly Suggestion[];
  /** Completes the last of a dot command's arguments. Returns `code` when they are code. */
  command(name: string, words: readonly string[]): Promise<readonly Suggestion[] | 'code'>;
  /** Returns the numbers of the account, if the last argument of a dot command is one of them. */
  ownNumbers?(name: string, words: readonly string[]): readonly string[] | undefined;
  readonly seen: Pick<SeenIds, 'fitting' | 'collectionsOf'>;
  /** Returns a function that looks up the ids of a collection path, or undefined when no lookup is allowed. */
  lookUp?(collection: string): ((signal: AbortSignal) => Promise<void>) | undefined;
  readonly types?: TypeLookUp | undefined;
  /** Asks the TypeScript compiler for the signature of the call around the cursor. */
  typeSignature?(source: string, cursor: number): Promise<TypeSignature | undefined>;
  /** Asks the TypeScript compiler for the type of an expression. */
  typeOf?(source: string): Promise<string | undefined>;
  /** Returns the files and folders whose path starts with `typed`. */
  files(typed: string): Promise<readonly Suggestion[]>;
  /** Returns the names that a module exports, without running code of the user. */
  exportsOf?(specifier: string): Promise<readonly string[]>;
  /** The modules of this package. */
  readonly ownModules?: readonly string[];
  /** Returns the names that tsconfig.json maps to files and that start with `typed`. */
  mapped?(typed: string): Promise<readonly Suggestion[]>;
}

export type TypeLookUp = (
  source: string,
  cursor: number,
  options: { readonly signal: AbortSignal },
) => Promise<TypeCompletion | undefined>;

export async function complete(source: string, at: number, session: Session): Promise<Completion> {
  const before = source.slice(0, at);
  const command = dotCommand(before);
  const name =
    before.trimStart() === '.' ? '.' : command?.argumentsStart === command?.nameEnd ? command?.name : undefined;
  if (name !== undefined) return { from: at - name.length, to: at, items: ranked(session.commands, name) };
  if (command) {
    const { argumentsStart } = command;
    const items = await session.command(command.name, before.slice(argumentsStart).split(/\s+/));
    if (items === 'code')
      return moved(await complete(source.slice(argumentsStart), at - argumentsStart, session), argumentsStart);
    const word = /\S*$/.exec(before)?.[0] ?? '';
    return { from: at - word.length, to: at, items: ranked(items, word) };
  }
  const afterMark = await completionAfterMark(before, session);
  if (afterMark) return afterMark;
  const imported = await importCompletion(source, at, session);
  if (imported) return imported;
  const cursor = cursorIn(source, at);
  if (!cursor) return { from: at, to: at, items: [] };
  const numbered = cursor.quote === undefined ? numberedCompletion(source, at, session) : undefined;
  if (numbered) return numbered;
  const {
    items,
    globals,
    call,
    collection,
    from = cursor.from,
    isOfUnknownType = false,
  } = await offered(cursor, session, source);
  const known: Completion = {
    from,
    to: at,
    items: ranked(items, source.slice(from, at), globals),
    ...(call && { call }),
  };
  const ask = collection === undefined ? undefined : session.lookUp?.(collection);
  if (ask) return { ...known, more: (signal) => ask(signal).then(() => complete(source, at, session)) };
  const { types } = session;
  // The compiler offers every global name as an index.
  const isAtIndex = cursor.isIndex && cursor.typed === '';
  if (!types || isAtIndex || (known.items.length > 0 && !isOfUnknownType)) return known;
  if (isOfUnknownType)
    return {
      ...known,
      items: [],
      more: async (signal) => inTypedObject(known, cursor, await types(source, at, { signal })),
    };
  return { ...known, more: async (signal) => typedCompletion(known, cursor, await types(source, at, { signal })) };
}

/** Shifts a completion by the length of the text before it. */
const moved = ({ from, to, more, ...rest }: Completion, by: number): Completion => ({
  ...rest,
  from: from + by,
  to: to + by,
  ...(more && { more: async (signal) => moved(await more(signal), by) }),
});

interface Offered {
  readonly items: readonly Suggestion[];
  /** Keywords and global names, which follow the items. */
  readonly globals?: readonly Suggestion[];
  readonly call?: Signature;
  /** The path of the collection that contains the expected resources. */
  readonly collection?: string;
  /** The offset of the text that a suggestion replaces, if it is not a whole word or string. */
  readonly from?: number;
  /** Whether the cursor is in an object whose type only the compiler knows. Its keys and values come first. */
  readonly isOfUnknownType?: boolean;
}

async function offered(cursor: Cursor, session: Session, source: string): Promise<Offered> {
  const { members, call: site, quote, locals } = cursor;
  if (members && quote === undefined) {
    // The value of a variable says nothing about a parameter of the same name.
    if (session.types && locals.names.includes(members[0] ?? '')) return { items: [] };
    const own = platformPath(members, session);
    return { items: (own && namespaceMembers(own)) ?? scopeMembers(members, session) };
  }
  // The names in scope are values. The compiler knows the types.
  if (cursor.isType && quote === undefined) return { items: [] };
  const placeholder = quote === undefined ? undefined : inPlaceholderAt(cursor, source);
  const xml = quote === undefined ? undefined : inXml(cursor, session);
  if (placeholder || xml) return placeholder ?? xml ?? { items: [] };
  const names = () => namesInDocument(source, cursor.from + cursor.typed.length, cursor.object);
  const isLocal = locals.names.includes(site?.path[0] ?? '');
  const called = site && !isLocal ? await inside(site, session, names) : undefined;
  const shaped = called?.items.length ? undefined : inDocument(cursor, session, names);
  const found = shaped?.items.length ? shaped : (called ?? shaped);
  const { items: callItems = [], call, collection, fits } = found ?? {};
  const about = { ...(call && { call }), ...(collection !== undefined && { collection }) };
  const isKey = found !== undefined && cursor.object.place === 'key';
  // A key can be in quotes.
  const texts = isKey && quote !== undefined ? callItems.map(asText) : [...callItems];
  if (quote !== undefined) {
    if (expectsModule(cursor))
      texts.push(
        ...((await session.mapped?.(cursor.typed)) ?? []).map(asText),
        ...(session.ownModules ?? []).map((text) => textOf(text)),
        ...moduleNames(),
      );
    else if (expectsFile(cursor)) texts.push(...(await session.files(cursor.typed)).map(asText));
  }
  const here = placed(texts, quote);
  const isOfUnknownType = found === undefined && isInUntypedObject(cursor);
  if (quote !== undefined || (site?.place === 'key' && !isOfUnknownType) || isKey) return { items: here, ...about };
  if (cursor.isNew) return { items: constructors(session, locals.names) };
  if (locals.isDeclaring) return { items: [], ...about };
  const own = [
    ...locals.names.map((text): Suggestion => ({ text, kind: 'variable' })),
    ...(cursor.typed === '' && !call ? preloadedFirst(ownNames(session)) : ownNames(session)),
  ];
  // In an index or a call with a signature, before the first letter, only variables of the user that fit are offered.
  if ((call || cursor.isIndex) && cursor.typed === '') {
    const fitting = own.filter(
      ({ text }) => locals.names.includes(text) || isOffered(text, session, call ? fits : fitsIndex),
    );
    return { items: unique([...here, ...fitting]), ...about };
  }
  const items = unique([...here, ...own]);
  // A variable in place of a key is a shorthand property.
  if (isOfUnknownType && cursor.object.place === 'key')
    return {
      items: own.filter(
        ({ text }) => cursor.typed !== '' || locals.names.includes(text) || isOffered(text, session, undefined),
      ),
      isOfUnknownType,
    };
  // If values are known, the globals of JavaScript are left out.
  if (callItems.length > 0) return { items, ...about };
  const taken = new Set(items.map(({ text }) => text));
  return { items, globals: globalNames().filter(({ text }) => !taken.has(text)), isOfUnknownType, ...about };
}

const isInUntypedObject = ({ object, typed }: Cursor) =>
  object.isObject && (object.place === 'key' || (object.key !== undefined && typed === ''));

/** `_` is the latest result, which has its type by chance. */
const isOffered = (name: string, session: Session, fits: Inside['fits']) =>
  name !== '_' && session.isDeclared(name) && (fits?.(session.peek(name)?.value) ?? true);

const unique = (items: readonly Suggestion[]): Suggestion[] => {
  const seen = new Set<string>();
  return items.filter(({ text }) => !seen.has(text) && seen.add(text));
};

const textOf = (text: string): Candidate => ({ text, kind: 'value', isText: true });
const asText = (suggestion: Suggestion): Candidate => ({ ...suggestion, isText: true });

interface Inside extends Omit<Offered, 'items' | 'globals'> {
  readonly items: Candidate[];
  /** Returns whether a value has the type that the place requires. */
  readonly fits?: (value: unknown) => boolean;
}

/** Returns completions for the call around the cursor: a skill, a tool, a preloaded object or an operation. */
async function inside(site: CallSite, session: Session, names: () => Names): Promise<Inside | undefined> {
  const preloaded = isOurs(site.path[0] ?? '', session) ? await inPreloaded(site, session) : undefined;
  if (preloaded) return preloaded;
  const own = platformPath(site.path, session);
  const place = own && expectationInCall({ ...site, path: own });
  if (!own || !place) return undefined;
  const items = inPlace(place, session, names);
  return {
    items,
    call: items.length > 0 || !place.expected ? place.call : withList(place.call, own),
    fits: (value) => fitsType(value, place),
    ...(place.expected?.collection !== undefined && { collection: place.expected.collection }),
  };
}

/** Returns completions for a document that its shape shows. */
function inDocument({ object }: Cursor, session: Session, names: () => Names): Inside | undefined {
  const place = placeInDocument(object);
  if (!place) return undefined;
  return { items: inPlace(place, session, names), call: place.call, fits: (value) => fitsType(value, place) };
}

/** Returns completions for a placeholder such as `%{call.fr` in a string of a document. */
function inPlaceholderAt({ object, typed, from }: Cursor, source: string): Offered | undefined {
  const placeholder = sectionsAround(object) < 0 ? undefined : placeholderIn(typed);
  if (!placeholder) return undefined;
  const { variable } = namesInDocument(source, from, object);
  return {
    items: placed(inPlaceholder(variable, placeholder.typed), "'"),
    from: from + placeholder.at,
  };
}

/** Returns completions for the text of a cXML document, which its beginning or the field of a call shows. */
function inXml({ call: site, typed, from }: Cursor, session: Session): Offered | undefined {
  if (!/^\s*</.test(typed)) return undefined;
  const own = site && platformPath(site.path, session);
  const place = site && own && expectationInCall({ ...site, path: own });
  const isField = place?.fields.some((field) => field.document === 'cxml') ?? false;
  const found = isField || isXmlDocument(typed) ? completeXml(typed) : undefined;
  return (
    found && {
      items: found.items,
      from: from + typed.length - found.typed.length,
      ...(isField && { call: place?.call }),
    }
  );
}

/** Adds the call that lists the resources to the signature, in place of missing suggestions. */
function withList({ text, doc }: Signature, path: readonly string[]): Signature {
  const list = [...path.slice(0, -1), 'list'];
  const isThere = path.at(-1) !== 'list' && find(list) !== undefined;
  return { text, doc: `${doc}${isThere ? `; run await platform.${list.join('.')}() to list them` : ''}` };
}

/** Returns keys, or else values: those of the row, then ids seen in this session, then variables that fit. */
function inPlace({ keys, fields, expected }: Expectation, session: Session, names: () => Names): Candidate[] {
  if (keys) return keys;
  const ids =
    expected && (kindOf(expected) !== 'text' || expected.collection !== undefined)
      ? session.seen.fitting(expected)
      : [];
  const known = new Set(ids.map(({ value }) => value));
  return [
    ...valuesOf(fields),
    ...fields.flatMap((field) => (field.names ? names()[field.names] : [])).map(textOf),
    ...ids.map(
      ({ value, label }): Candidate => ({
        text: value,
        kind: 'value',
        isText: true,
        ...(label !== undefined && { detail: label }),
      }),
    ),
    ...fittingVariables(session, { fields, isKnownId: (text) => known.has(text) }),
  ];
}
