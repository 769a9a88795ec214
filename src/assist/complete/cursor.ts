import { pathBefore, type Token, tokensOf, unquoted } from '../tokens.js';

/** What stands around the cursor: enough to know what could be typed there. */
export interface Cursor {
  /** Where the word under the cursor begins. */
  readonly from: number;
  /** The word, up to the cursor; inside a string its text so far. */
  readonly typed: string;
  /** The quote of the string that the cursor is in. */
  readonly quote?: string;
  /** `platform.calling.` before the word: ['platform', 'calling']; empty after the dot of any other expression. */
  readonly members?: readonly string[];
  /** The innermost call around the cursor. */
  readonly call?: CallSite;
  /** In a string that names a module: behind `from` or `import`. */
  readonly isModule?: boolean;
}

export interface CallSite {
  /** ['platform', 'calling', 'play'] */
  readonly path: readonly string[];
  /** Index of the argument that the cursor is in. */
  readonly argument: number;
  /** The arguments that are written strings, by their index. */
  readonly literals: readonly (string | undefined)[];
  /** Whether a key is being written, or a value. */
  readonly place: 'key' | 'value';
  /** From the argument down to the object at the cursor. */
  readonly steps: readonly Step[];
  /** The key whose value is being written. */
  readonly key?: string;
  /** Keys that the object at the cursor has already. */
  readonly present: readonly string[];
  readonly tags: Tags;
}

/** One level down: a key of an object, or `[]` for an item of a list. */
export interface Step {
  readonly name: string;
  /** Of the object that the step leaves. */
  readonly tags: Tags;
}

/** Keys with a written string, such as `type: 'tts'`: they tell alternatives apart. */
export type Tags = Readonly<Record<string, string>>;

interface Frame {
  readonly open: '(' | '[' | '{' | '`';
  readonly path: readonly string[];
  argument: number;
  key?: string;
  readonly literals: (string | undefined)[];
  readonly present: string[];
  readonly tags: Record<string, string>;
}

export function cursorIn(source: string, cursor: number): Cursor | undefined {
  const tokens = tokensOf(source.slice(0, cursor));
  if (tokens === undefined) return undefined;
  const last = tokens.at(-1);
  const word =
    last && (last.kind === 'open-string' || (last.kind === 'name' && last.at + last.text.length === cursor))
      ? last
      : undefined;
  const before = word ? tokens.slice(0, -1) : tokens;
  const call = callAround(before);
  const shared = {
    typed: word?.kind === 'open-string' ? word.text.slice(1) : (word?.text ?? ''),
    ...(call && { call }),
  };
  if (word?.kind === 'open-string') {
    const isModule = ['from', 'import'].includes(before.at(-1)?.text ?? '');
    return { ...shared, from: word.at + 1, quote: word.text[0] as string, ...(isModule && { isModule }) };
  }
  const afterDot = before.at(-1)?.text === '.' && before.at(-1)?.kind === 'mark';
  return { ...shared, from: word?.at ?? cursor, ...(afterDot && { members: pathBefore(before, before.length - 1) }) };
}

/** Walks the brackets that are still open and gives the innermost call with the object path inside it. */
function callAround(tokens: readonly Token[]): CallSite | undefined {
  const frames: Frame[] = [];
  tokens.forEach((token, i) => {
    const top = frames.at(-1);
    if (token.kind === 'mark' && (token.text === '(' || token.text === '[' || token.text === '{')) {
      frames.push({
        open: token.text,
        path: token.text === '(' ? pathBefore(tokens, i) : [],
        argument: 0,
        literals: [],
        present: [],
        tags: {},
      });
    } else if (token.kind === 'mark' && (token.text === ')' || token.text === ']' || token.text === '}')) {
      frames.pop();
    } else if (top && token.text === ',' && token.kind === 'mark') {
      // `{ name, `: the key is its own value.
      const name = tokens[i - 1];
      if (top.open === '{' && top.key === undefined && name?.kind === 'name') top.present.push(name.text);
      top.argument++;
      delete top.key;
    } else if (top?.open === '{' && token.text === ':' && token.kind === 'mark') {
      const name = tokens[i - 1];
      if (name) top.present.push((top.key = unquoted(name)));
    } else if (top?.open === '{' && top.key !== undefined && token.kind === 'string') {
      top.tags[top.key] = unquoted(token);
    } else if (top?.open === '(' && token.kind === 'string') {
      top.literals[top.argument] = unquoted(token);
    }
  });
  const at = frames.findLastIndex((frame) => frame.open === '(' && frame.path.length > 0);
  const call = frames[at];
  if (!call) return undefined;
  const inside = frames.slice(at + 1);
  if (inside.some((frame) => frame.open === '(')) return undefined;
  const object = inside.at(-1);
  return {
    path: call.path,
    argument: call.argument,
    literals: call.literals,
    place: object?.open === '{' && object.key === undefined ? 'key' : 'value',
    steps: inside.flatMap((frame) => stepOf(frame, frame === object)),
    ...(object?.open === '{' && object.key !== undefined && { key: object.key }),
    present: object?.present ?? [],
    tags: object?.tags ?? {},
  };
}

/** The key that the innermost object is at is no step: its value is what is being written. */
function stepOf({ open, key, tags }: Frame, innermost: boolean): Step[] {
  if (open === '[') return [{ name: '[]', tags: {} }];
  return key === undefined || innermost ? [] : [{ name: key, tags }];
}
