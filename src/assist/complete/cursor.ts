import { pathBefore, type Token, tokensOf, unquoted } from '../tokens.js';
import { type LocalNames, localNames } from './local-names.js';
import { isTypePlace } from './type-place.js';

/** The syntax around the cursor, as far as completion needs it. */
export interface Cursor {
  /** The offset at which the word under the cursor starts. */
  readonly from: number;
  /** The word up to the cursor. In a string, its text up to the cursor. */
  readonly typed: string;
  readonly quote?: string;
  /** ['platform', 'calling'] for `platform.calling.`. Empty after the dot of another expression. */
  readonly members?: readonly string[];
  readonly call?: CallSite;
  /** The object or list around the cursor. It is not in a call, or is an argument of the innermost one. */
  readonly object: ObjectSite;
  /** The offset of the innermost open parenthesis. */
  readonly opened?: number;
  /** Whether the cursor is in a module specifier, after `from` or `import`. */
  readonly isModule?: boolean;
  /** Whether the word at the cursor follows `new`. */
  readonly isNew?: boolean;
  /** Whether the cursor is in the brackets of an index, such as `list[`. */
  readonly isIndex: boolean;
  /** Whether a type is expected, not a value. */
  readonly isType: boolean;
  /** The names that the source before the cursor declares. */
  readonly locals: LocalNames;
}

export interface CallSite extends ObjectSite {
  /** ['platform', 'calling', 'play'] */
  readonly path: readonly string[];
  readonly argument: number;
  readonly literals: readonly (string | undefined)[];
}

export interface ObjectSite {
  readonly place: 'key' | 'value';
  /** The steps from the outermost object, such as an argument, down to the object at the cursor. */
  readonly steps: readonly Step[];
  readonly key?: string;
  /** The keys that the object at the cursor already has. */
  readonly present: readonly string[];
  readonly tags: Tags;
  /** Whether the innermost bracket is the brace of an object, not of a block or a type. */
  readonly isObject: boolean;
}

/** One level of nesting: a key of an object, or `[]` for an item of a list. */
export interface Step {
  readonly name: string;
  readonly tags: Tags;
  /** The offset of the bracket of the object or list that contains the step. */
  readonly at: number;
}

/** Keys with a string literal, such as `type: 'tts'`, which distinguish the alternatives of an object. */
export type Tags = Readonly<Record<string, string>>;

interface Frame {
  readonly at: number;
  readonly open: '(' | '[' | '{';
  /** Whether the bracket is a block or an index, which the call around it does not describe. */
  readonly isApart: boolean;
  /** The position of the bracket among the tokens. */
  readonly index: number;
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
  const frames = openBrackets(before);
  const { object, call } = sitesIn(frames, before);
  const opened = frames.findLast(({ open }) => open === '(')?.at;
  const shared = {
    typed: word?.kind === 'open-string' ? word.text.slice(1) : (word?.text ?? ''),
    isIndex: frames.at(-1)?.open === '[' && frames.at(-1)?.isApart === true,
    isType: isTypePlace(before),
    locals: localNames(before, source.slice(0, word?.at ?? cursor)),
    object,
    ...(call && { call }),
    // A substitution in a template is also a bracket.
    ...(opened !== undefined && source[opened] === '(' && { opened }),
  };
  if (word?.kind === 'open-string') {
    const isModule = ['from', 'import'].includes(before.at(-1)?.text ?? '');
    return { ...shared, from: word.at + 1, quote: word.text[0] as string, ...(isModule && { isModule }) };
  }
  const afterDot = before.at(-1)?.text === '.' && before.at(-1)?.kind === 'mark';
  const isNew = before.at(-1)?.kind === 'name' && before.at(-1)?.text === 'new' && before.at(-2)?.text !== '.';
  return {
    ...shared,
    from: word?.at ?? cursor,
    ...(isNew && { isNew }),
    ...(afterDot && { members: pathBefore(before, before.length - 1) }),
  };
}

/** Returns the brackets that are open at the end of the source, the innermost last. */
function openBrackets(tokens: readonly Token[]): readonly Frame[] {
  const frames: Frame[] = [];
  tokens.forEach((token, i) => {
    const top = frames.at(-1);
    if (token.kind === 'mark' && (token.text === '(' || token.text === '[' || token.text === '{')) {
      frames.push({
        at: token.at,
        open: token.text,
        isApart: isApart(token, tokens[i - 1]),
        index: i,
        path: token.text === '(' ? pathBefore(tokens, i) : [],
        argument: 0,
        literals: [],
        present: [],
        tags: {},
      });
    } else if (token.kind === 'mark' && (token.text === ')' || token.text === ']' || token.text === '}')) {
      frames.pop();
    } else if (top && token.text === ',' && token.kind === 'mark') {
      // `{ name, ` is a shorthand property.
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
  return frames;
}

/** Returns the object around the cursor, and the call of which it is an argument. */
function sitesIn(
  frames: readonly Frame[],
  tokens: readonly Token[],
): { readonly object: ObjectSite; readonly call?: CallSite } {
  const at = frames.findLastIndex((frame) => frame.open === '(' || frame.isApart);
  const outer = frames[at];
  const inside = frames.slice(at + 1);
  const innermost = inside.at(-1);
  const last = frames.at(-1);
  const object: ObjectSite = {
    place: innermost?.open === '{' && innermost.key === undefined ? 'key' : 'value',
    steps: inside.flatMap((frame) => stepOf(frame, frame === innermost)),
    ...(innermost?.open === '{' && innermost.key !== undefined && { key: innermost.key }),
    present: innermost?.present ?? [],
    tags: innermost?.tags ?? {},
    isObject: last?.open === '{' && isObjectAfter(tokens.slice(0, last.index)),
  };
  if (outer === undefined || outer.isApart || outer.path.length === 0) return { object };
  const { path, argument, literals } = outer;
  return { object, call: { ...object, path, argument, literals } };
}

/** A brace after `=>` or `)` opens a block. A square bracket after a value is an index. */
function isApart({ text }: Token, previous: Token | undefined): boolean {
  if (previous === undefined) return false;
  if (text === '{') return previous.kind === 'mark' && /^[>)]$/.test(previous.text);
  const isValue = previous.kind !== 'mark' || /^[)\]}]$/.test(previous.text);
  return text === '[' && isValue;
}

/** Whether a brace after these tokens opens an object: after `=`, `(`, `return` or in another object. */
function isObjectAfter(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  if (last?.kind === 'name') return ['return', 'yield', 'satisfies'].includes(last.text);
  return last?.kind === 'mark' && '=(,[:?'.includes(last.text) && !isTypePlace(tokens);
}

/** The current key of the innermost object is not a step, because the cursor is in its value. */
function stepOf({ at, open, key, tags }: Frame, innermost: boolean): Step[] {
  if (open === '[') return [{ name: '[]', tags: {}, at }];
  return key === undefined || innermost ? [] : [{ name: key, tags, at }];
}
