import type typescript from 'typescript';
import type { TypeScript } from './compiler.js';
import type { TypeCompletion, TypeItem, TypeItemKind } from './messages.js';
import { PRELOADED } from './prelude.js';

export interface CompletionRequest {
  readonly ts: TypeScript;
  readonly service: typescript.LanguageService;
  readonly path: string;
  readonly source: string;
  readonly cursor: number;
  /** The offset of the source in the virtual file. */
  readonly offset: number;
}

const MAX_ITEMS = 200;
/** Types are written for this many items, which is more than a screen shows. */
const MAX_DETAILS = 60;
/** The types that are keywords, the most used first. */
const BASIC_TYPES = 'string number boolean unknown any object null undefined void never bigint symbol'.split(' ');
/** The sort text of preloaded names: after local names (11), before the globals (15). */
const AFTER_LOCALS = '13';

/** Returns the suggestions at the cursor that start with the word before it, best first. */
export function completionOf({
  ts,
  service,
  path,
  source,
  cursor,
  offset,
}: CompletionRequest): TypeCompletion | undefined {
  const found = service.getCompletionsAtPosition(path, offset + cursor, {
    includeCompletionsWithInsertText: true,
    includeSymbol: true,
  });
  if (!found || found.entries.length === 0) return undefined;
  const from = startOf(found, source, cursor, offset);
  const word = source.slice(from, cursor);
  // Where types are expected, the compiler offers no functions.
  const isType = !found.entries.some(({ name }) => name === 'parseInt');
  const isBasic = ({ name, kind }: typescript.CompletionEntry) =>
    isType && kind === ts.ScriptElementKind.keyword && BASIC_TYPES.includes(name);
  const items = found.entries
    .filter(
      (entry) =>
        isInsertable(entry) &&
        startsWith(entry.name, word) &&
        (word !== '' || entry.kind !== ts.ScriptElementKind.keyword || isBasic(entry)) &&
        entry.kind !== ts.ScriptElementKind.warning,
    )
    .map((entry) => ({ entry, sortText: isBasic(entry) ? basicSortText(entry) : sortTextOf(entry) }))
    .sort(
      (a, b) =>
        Number(b.entry.name.startsWith(word)) - Number(a.entry.name.startsWith(word)) ||
        order(a.sortText, b.sortText) ||
        order(a.entry.name, b.entry.name),
    )
    .slice(0, MAX_ITEMS);
  if (items.length === 0) return undefined;
  const typeOf = typeReader(ts, service.getProgram(), path);
  return {
    from,
    to: cursor,
    items: items.map(({ entry, sortText }, index): TypeItem => {
      const type = index < MAX_DETAILS ? typeOf(entry) : undefined;
      const kind = isType && type?.isNamedType ? 'type' : kindOf(ts, entry);
      const item = { text: entry.name, kind: type?.isCallable && kind !== 'type' ? callable(kind) : kind, sortText };
      return type?.text ? { ...item, detail: type.text } : item;
    }),
  };
}

function startOf(found: typescript.CompletionInfo, source: string, cursor: number, offset: number): number {
  // Inside a string, the compiler gives the place of the contents.
  const inString = found.entries.find(({ kind, replacementSpan }) => kind === 'string' && replacementSpan);
  const start = (inString?.replacementSpan ?? (isString(found) ? found.optionalReplacementSpan : undefined))?.start;
  if (start !== undefined && start - offset >= 0 && start - offset <= cursor) return start - offset;
  const before = source.slice(Math.max(0, cursor - MAX_WORD_LENGTH), cursor);
  const word = isString(found) ? /[^"'`\n]*$/ : /#?[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
  return cursor - (word.exec(before)?.[0].length ?? 0);
}

const MAX_WORD_LENGTH = 500;

const isString = ({ entries }: typescript.CompletionInfo) => entries.every(({ kind }) => kind === 'string');

/** Some suggestions replace more than the word: `['a-b']` replaces the dot, and `this.x` is not what the user typed. */
const isInsertable = ({ insertText, name }: typescript.CompletionEntry) =>
  insertText === undefined || insertText === name || insertText === `?.${name}`;

const startsWith = (name: string, word: string) => name.toLowerCase().startsWith(word.toLowerCase());
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts before all other types, which are hundreds. */
const basicSortText = ({ name }: typescript.CompletionEntry) =>
  `0${String.fromCharCode(65 + BASIC_TYPES.indexOf(name))}`;

function sortTextOf({ name, sortText, kind }: typescript.CompletionEntry): string {
  return PRELOADED.includes(name) && kind !== 'property' && sortText > AFTER_LOCALS ? AFTER_LOCALS : sortText;
}

interface ItemType {
  readonly text: string;
  readonly isCallable: boolean;
  /** Whether the name is a type, also if it is imported or is a variable too, such as `Promise`. */
  readonly isNamedType: boolean;
}

function typeReader(ts: TypeScript, program: typescript.Program | undefined, path: string) {
  const file = program?.getSourceFile(path);
  const checker = program?.getTypeChecker();
  const flags = ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;
  return ({ symbol }: typescript.CompletionEntry): ItemType | undefined => {
    if (!file || !checker || !symbol) return undefined;
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const isNamedType = (target.flags & ts.SymbolFlags.Type) !== 0;
    if (!(target.flags & ts.SymbolFlags.Value)) return { text: '', isCallable: false, isNamedType };
    const type = checker.getTypeOfSymbolAtLocation(target, file);
    const [call, ...overloads] = type.getCallSignatures();
    const isCallable = call !== undefined && type.getConstructSignatures().length === 0;
    if (isCallable) {
      const text = checker.signatureToString(call, file, flags | ts.TypeFormatFlags.WriteArrowStyleSignature);
      return { text: oneLine(text) + (overloads.length > 0 ? ` (+${overloads.length})` : ''), isCallable, isNamedType };
    }
    const text = oneLine(checker.typeToString(type, file, flags));
    return {
      text: target.flags & ts.SymbolFlags.Optional ? text.replace(/ \| undefined$/, '') : text,
      isCallable,
      isNamedType,
    };
  };
}

const callable = (kind: TypeItemKind): TypeItemKind =>
  kind === 'property' ? 'method' : kind === 'variable' ? 'function' : kind;

function kindOf(ts: TypeScript, { kind }: typescript.CompletionEntry): TypeItemKind {
  const { ScriptElementKind: Kind } = ts;
  switch (kind) {
    case Kind.memberFunctionElement:
    case Kind.callSignatureElement:
      return 'method';
    case Kind.memberVariableElement:
    case Kind.memberGetAccessorElement:
    case Kind.memberSetAccessorElement:
    case Kind.memberAccessorVariableElement:
      return 'property';
    case Kind.functionElement:
    case Kind.localFunctionElement:
      return 'function';
    case Kind.classElement:
    case Kind.localClassElement:
      return 'class';
    case Kind.interfaceElement:
    case Kind.typeElement:
    case Kind.typeParameterElement:
    case Kind.primitiveType:
      return 'type';
    case Kind.moduleElement:
    case Kind.externalModuleName:
    case Kind.scriptElement:
    case Kind.directory:
      return 'module';
    case Kind.keyword:
      return 'keyword';
    case Kind.string:
    case Kind.enumElement:
    case Kind.enumMemberElement:
      return 'value';
    default:
      return 'variable';
  }
}

const MAX_LENGTH = 160;

/** Shortens a type or a signature to one line, and removes the paths that the compiler writes before names. */
function oneLine(text: string): string {
  const line = text.replace(/(typeof )?import\("[^"]*"\)\./g, '$1').replace(/\s+/g, ' ');
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
}
