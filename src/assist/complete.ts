import { CALL_OPTIONS } from '../client/index.js';
import { type Cursor, cursorIn } from './cursor.js';
import { callSuggestions, namespaceMembers } from './from-rows.js';
import { ownNames, scopeMembers, scopeNames } from './from-scope.js';
import type { Completion, Suggestion } from './suggestion.js';

/** What completion may know of the session. Nothing in here runs the user's code. */
export interface Session {
  names(): readonly string[];
  /** The own descriptor of a name in scope. */
  peek(name: string): PropertyDescriptor | undefined;
  skills(): Promise<readonly Suggestion[]>;
  tools(): readonly Suggestion[];
  readonly commands: readonly Suggestion[];
  /** What may stand behind a command's name. */
  command(line: string): Promise<readonly Suggestion[]>;
}

const NOTHING: readonly Suggestion[] = [];
const MOST = 200;

export async function complete(source: string, at: number, session: Session): Promise<Completion> {
  const command = /^\s*(\.[\w-]*)$/.exec(source.slice(0, at))?.[1];
  if (command !== undefined) return ranked(session.commands, command, at - command.length, at);
  const line = /^\s*\.[a-z][\s\S]*\s$|^\s*\.[a-z]\S*\s[\s\S]*$/i.exec(source.slice(0, at))?.[0];
  if (line !== undefined) {
    const word = /\S*$/.exec(line)?.[0] ?? '';
    const items = await session.command(line);
    // Code behind a command (`.time await pl`) is completed as code.
    if (items.length > 0) return ranked(items, word, at - word.length, at);
  }
  const cursor = cursorIn(source, at);
  if (!cursor) return { from: at, to: at, items: NOTHING };
  return ranked(await candidates(cursor, session), cursor.typed, cursor.from, at);
}

async function candidates(cursor: Cursor, session: Session): Promise<readonly Suggestion[]> {
  const { members, call, quote } = cursor;
  if (members && !quote) {
    const own = platformPath(members);
    return (own && namespaceMembers(own)) ?? scopeMembers(members, session);
  }
  const inCall = call ? await inside(cursor, session) : undefined;
  if (quote) return inCall?.filter(({ kind }) => kind === 'value') ?? NOTHING;
  const given = inCall?.map((item) =>
    item.kind === 'value' && item.detail === 'string' ? { ...item, text: `'${item.text}'` } : item,
  );
  const isKey = given?.some(({ kind }) => kind === 'key');
  if (isKey) return given ?? NOTHING;
  // Where the values are known, the session's own names may stand too, but not all the globals there are.
  return given?.length ? [...given, ...ownNames(session)] : scopeNames(session);
}

/** Suggestions that the call around the cursor gives: skill and tool names, else what the operation's row says. */
async function inside({ call }: Cursor, session: Session): Promise<readonly Suggestion[] | undefined> {
  if (!call) return undefined;
  const method = call.path.at(-1);
  if (call.path[0] === 'agent' && call.argument === 0) {
    if (method === 'add_skill' || method === 'has_skill' || method === 'remove_skill') return session.skills();
    if (method === 'call_tool') return session.tools();
  }
  if (call.path[0] === 'platform' && method === 'with' && call.argument === 0) return optionNames(call.present);
  const own = platformPath(call.path);
  return own && callSuggestions({ ...call, path: own });
}

/** What `platform.with({…})` takes. */
const optionNames = (present: readonly string[]): Suggestion[] =>
  Object.entries(CALL_OPTIONS)
    .filter(([text]) => !present.includes(text))
    .map(([text, doc]) => ({ text, kind: 'key', doc }));

/** The path inside the tables, for `platform.…` and `platform.dry.…`. */
function platformPath([first, ...rest]: readonly string[]): readonly string[] | undefined {
  if (first !== 'platform') return undefined;
  return rest[0] === 'dry' ? rest.slice(1) : rest;
}

/** What begins as typed, in the order it was offered; then what resembles it. */
async function ranked(items: readonly Suggestion[], typed: string, from: number, to: number): Promise<Completion> {
  if (typed === '') return { from, to, items: items.slice(0, MOST) };
  const low = typed.toLowerCase();
  const begins = items.filter(({ text }) => text.toLowerCase().startsWith(low));
  if (begins.length > 0) return { from, to, items: begins.slice(0, MOST) };
  const { default: fuzzysort } = await import('fuzzysort');
  const alike = fuzzysort.go(typed, items, { key: 'text', threshold: 0.4, limit: MOST });
  return { from, to, items: alike.map(({ obj }) => obj) };
}
