import type { Content } from './messages.js';
import { toUnits } from './offsets.js';
import type { Types } from './types.js';

/** Answers `inspect_request`: the type and the documentation of the name at the cursor, or of the call around it. */
export async function inspectReply(request: Content, types: Types): Promise<Content> {
  const source = String(request.code ?? '');
  const cursor = toUnits(source, Number(request.cursor_pos ?? source.length));
  for (const position of candidates(source, cursor)) {
    const text = await types.ask({ method: 'inspect', source, cursor: position });
    if (text) return { status: 'ok', found: true, data: { 'text/plain': text }, metadata: {} };
  }
  return { status: 'ok', found: false, data: {}, metadata: {} };
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
