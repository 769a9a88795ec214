import type { Bench } from '../bench/index.js';
import { mimeBundle, Sheet } from '../show/index.js';
import type { Content } from './messages.js';
import { nameAt } from './name-at.js';
import { toUnits } from './offsets.js';
import type { Types } from './types.js';

/** Answers `inspect_request`: the signature of the name at the cursor, or of the call around it, and what is known of it. */
/** Of these we know more than their types say. */
const OURS = /^(platform|agent|registry|sandbox)\b/;

export async function inspectReply(request: Content, help: Bench['help'], types: Types): Promise<Content> {
  const source = String(request.code ?? '');
  const cursor = toUnits(source, Number(request.cursor_pos ?? source.length));
  for (const position of candidates(source, cursor)) {
    const name = nameAt(source, position);
    const ours = name && OURS.test(name) ? await help(name).catch(() => undefined) : undefined;
    // A compiler that is still loading is waited for only when there is nothing else to say.
    const theirs =
      types.isLoaded() || !ours ? await types.ask({ method: 'inspect', source, cursor: position }) : undefined;
    if (ours) {
      const data = await mimeBundle(new Sheet([...signature(theirs), ...ours]));
      return { status: 'ok', found: true, data, metadata: {} };
    }
    if (theirs) return { status: 'ok', found: true, data: { 'text/plain': theirs }, metadata: {} };
  }
  return { status: 'ok', found: false, data: {}, metadata: {} };
}

/** The help has the description; of what TypeScript says, the type is new. */
function signature(quickInfo = '') {
  const type = quickInfo.split('\n\n')[0];
  return type ? [{ lines: type.split('\n') }] : [];
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
