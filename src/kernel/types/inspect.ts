import { inspect } from 'node:util';
import { clean, mimeBundle, Sheet } from '../../show/index.js';
import type { SheetPart } from '../../util/index.js';
import type { Content } from '../wire/messages.js';
import { nameAt } from './name-at.js';
import { toUnits } from './offsets.js';
import type { Types } from './types.js';

interface Known {
  /** All there is to know of a name; rejects when nothing has it. */
  help(topic: string): Promise<readonly SheetPart[]>;
  /** A name in scope, looked at without running anything. */
  peek(name: string): PropertyDescriptor | undefined;
  readonly types: Types;
}

/** Of these we know more than their types say. */
const OURS = /^((platform|agent|registry|sandbox)\b|(display|display\.progress|input|use)$|\.)/;

/** Answers `inspect_request`: the signature of the name at the cursor, or of the call around it, and what is known of it. */
export async function inspectReply(request: Content, { help, peek, types }: Known): Promise<Content> {
  const source = String(request.code ?? '');
  const cursor = toUnits(source, Number(request.cursor_pos ?? source.length));
  for (const position of candidates(source, cursor)) {
    const name = commandAt(source, position) ?? nameAt(source, position);
    const ours = name && OURS.test(name) ? await help(name).catch(() => undefined) : undefined;
    // A compiler that is still loading is waited for only when there is nothing else to say.
    const theirs =
      types.isLoaded() || !ours ? await types.ask({ method: 'inspect', source, cursor: position }) : undefined;
    if (ours) {
      const data = await mimeBundle(new Sheet([...signature(theirs), ...ours]));
      return { status: 'ok', found: true, data, metadata: {} };
    }
    const text = theirs && !isAny(theirs) ? theirs : name && held(name, peek);
    if (text) return { status: 'ok', found: true, data: { 'text/plain': text }, metadata: {} };
  }
  return { status: 'ok', found: false, data: {}, metadata: {} };
}

/** The help has the description; of what TypeScript says, the type is new. */
function signature(quickInfo = '') {
  const type = quickInfo.split('\n\n')[0];
  return type && !isAny(quickInfo) ? [{ lines: type.split('\n') }] : [];
}

/** TypeScript calls so what it knows nothing of, names that are nowhere among them. */
const isAny = (quickInfo: string) => /(^|: )any$/.test(quickInfo.trimEnd());

/** A dot command that the cell begins with. */
function commandAt(source: string, cursor: number): string | undefined {
  const [all, name] = /^\s*(\.[a-z]+)/.exec(source) ?? [];
  return all !== undefined && cursor <= all.length ? name : undefined;
}

const MOST = 2_000;

/** The value itself, where it stands in fields and no getter has to run. */
function held(name: string, peek: Known['peek']): string | undefined {
  const [root = '', ...fields] = name.split('.');
  let found = peek(root) ?? Object.getOwnPropertyDescriptor(globalThis, root);
  for (const field of fields) {
    const within = found?.value;
    if (typeof within !== 'object' || within === null) return undefined;
    found = Object.getOwnPropertyDescriptor(within, field);
  }
  if (!found || !('value' in found)) return undefined;
  const text = inspect(found.value, { depth: 2, breakLength: 100, customInspect: false, maxStringLength: MOST });
  return clean(`${name}: ${text.length > MOST ? `${text.slice(0, MOST)}…` : text}`);
}

/** At the cursor, just before it, and at the name in front of the innermost open parenthesis. */
function candidates(source: string, cursor: number): number[] {
  const positions = [cursor, cursor - 1];
  for (let depth = 0, at = cursor - 1; at > 0; at--) {
    if (source[at] === ')') depth++;
    if (source[at] === '(' && depth-- === 0) {
      positions.push(at - 1);
      break;
    }
  }
  return positions.filter((position) => position >= 0);
}
