import { inspect } from 'node:util';
import { clean, foldEmptyFields, mimeBundle, Sheet } from '../../show/index.js';
import { dotCommand, type SheetPart } from '../../util/index.js';
import type { Content } from '../wire/messages.js';
import { toUnits } from './offsets.js';
import type { Types } from './types.js';

interface InspectSources {
  help(topic: string): Promise<readonly SheetPart[]>;
  /** Returns the descriptor of a name in scope, without running code. */
  peek(name: string): PropertyDescriptor | undefined;
  readonly types: Types;
}

/** Names whose help has more information than their types. */
const HAS_HELP = /^((platform|agent|registry|sandbox)\b|(display(\.\w+)?|input|use)$|\.)/;

/** Answers `inspect_request` with the signature and the help of the name at the cursor, or of the enclosing call. */
export async function inspectReply(request: Content, { help, peek, types }: InspectSources): Promise<Content> {
  const source = String(request.code ?? '');
  const cursor = toUnits(source, Number(request.cursor_pos ?? source.length));
  for (const position of candidates(source, cursor)) {
    const name = commandAt(source, position) ?? nameAt(source, position);
    const helpParts = name && HAS_HELP.test(name) ? await help(name).catch(() => undefined) : undefined;
    // Wait for a compiler that is still loading only if there is no help to show.
    const typeInfo =
      types.isLoaded() || !helpParts ? await types.ask({ method: 'inspect', source, cursor: position }) : undefined;
    if (helpParts) {
      const data = await mimeBundle(new Sheet([...helpParts, ...signature(typeInfo)]));
      return { status: 'ok', found: true, data, metadata: {} };
    }
    const value = name === undefined ? undefined : valueText(name, peek);
    const type = typeInfo && !isAny(typeInfo) ? typeInfo : undefined;
    const text = [value, type].filter(Boolean).join('\n\n');
    if (text) return { status: 'ok', found: true, data: { 'text/plain': text }, metadata: {} };
  }
  return { status: 'ok', found: false, data: {}, metadata: {} };
}

/** Returns the type only, because the help already has the description. */
function signature(quickInfo = '') {
  const type = quickInfo.split('\n\n')[0];
  return type && !isAny(quickInfo) ? [{ title: 'Type' }, { lines: type.split('\n') }] : [];
}

/** TypeScript reports the type `any` for names that it does not know. */
const isAny = (quickInfo: string) => /(^|: )any$/.test(quickInfo.trimEnd());

function commandAt(source: string, cursor: number): string | undefined {
  const command = dotCommand(source);
  return command && cursor <= command.nameEnd ? command.name : undefined;
}

const MAX_COUNT = 2_000;

/** Formats the value itself, if it can be read from plain fields without running a getter. A function has only a type. */
function valueText(name: string, peek: InspectSources['peek']): string | undefined {
  const [root = '', ...fields] = name.split('.');
  let found = peek(root) ?? Object.getOwnPropertyDescriptor(globalThis, root);
  for (const field of fields) {
    const within = found?.value;
    if (typeof within !== 'object' || within === null) return undefined;
    found = Object.getOwnPropertyDescriptor(within, field);
  }
  if (!found || !('value' in found) || typeof found.value === 'function') return undefined;
  const options = { depth: 2, breakLength: 100, customInspect: false, maxStringLength: MAX_COUNT };
  const { held, empty } = foldEmptyFields(found.value);
  const text = [inspect(held, options), ...empty].join('\n');
  return clean(`${name}: ${text.length > MAX_COUNT ? `${text.slice(0, MAX_COUNT)}…` : text}`);
}

/** Returns the positions to look up: the cursor, the one before it, and the name before the open parenthesis. */
function candidates(source: string, cursor: number): number[] {
  const positions = [cursor, cursor - 1];
  for (let depth = 0, index = cursor - 1; index > 0; index--) {
    if (source[index] === ')') depth++;
    if (source[index] === '(' && depth-- === 0) {
      positions.push(index - 1);
      break;
    }
  }
  return positions.filter((position) => position >= 0);
}

/** Longer names are not looked up, because the regular expression takes quadratic time to find the start of a word. */
const MAX_NAME_LENGTH = 500;

/** Returns the dotted name that contains or precedes the cursor, up to the end of its word: `platform.queues.get`. */
function nameAt(source: string, cursor: number): string | undefined {
  const before = /[\p{L}\p{N}_$.]*$/u.exec(source.slice(Math.max(0, cursor - MAX_NAME_LENGTH), cursor))?.[0] ?? '';
  const after = /^[\p{L}\p{N}_$]*/u.exec(source.slice(cursor, cursor + MAX_NAME_LENGTH))?.[0] ?? '';
  if (before.length + after.length >= MAX_NAME_LENGTH) return undefined;
  const name = (before + after).replace(/\.$/, '');
  return /^[\p{L}_$][\p{L}\p{N}_$]*(\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(name) ? name : undefined;
}
