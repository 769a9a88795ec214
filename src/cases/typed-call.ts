import { type CassetteDocument, type CassetteEntry, textOf } from '../cassette/index.js';
import { withoutNulls } from '../client/index.js';
import { isPlain, jsonOf } from '../util/index.js';
import { type Call, Calls, codeOf } from './call-of.js';
import { wrongBody } from './explain/wrong-body.js';

/** A recorded request as code, or why no call of the client sends it. */
export type TypedCall = { readonly code: string } | { readonly problem: string };

/** The calls that were meant by the requests of a recording, as code. */
export function typedCalls(documents: readonly CassetteDocument[]): string[] {
  const calls = new Calls();
  return documents.flatMap((one) => {
    const call = one.kind === 'http' ? calls.of(one as CassetteEntry) : undefined;
    return call ? [codeOf(call)] : [];
  });
}

/** The call that sends a request as it was sent. Undefined for a request that is not one of an operation. */
export function typedCall(entry: CassetteEntry): TypedCall | undefined {
  const call = new Calls().of(entry);
  if (!call) return undefined;
  const problem = problemOf(call, entry.request);
  return problem === undefined ? { code: codeOf(call, hasNull(call) ? UNCHECKED : '') } : { problem };
}

/** The client omits null, unless its check is off. */
const UNCHECKED = '.with({ check: false })';

function hasNull({ row, args }: Call): boolean {
  const fields = args[row.args.length];
  return isPlain(fields) && Object.keys(withoutNulls(row, fields)).length < Object.keys(fields).length;
}

/** Why the client cannot send the body. */
function problemOf({ row }: Call, request: CassetteEntry['request']): string | undefined {
  const text = textOf(request.body);
  if (text === '') return undefined;
  const wrong = wrongBody(row, request);
  if (wrong?.is === 'a form')
    return jsonOf(text) === undefined
      ? 'The body is a form, and the client sends JSON.'
      : 'The content type is that of a form, and the client sends JSON.';
  if (wrong) return `The body is not valid JSON${placeIn(text)}.`;
  if (row.method === 'GET' || row.method === 'DELETE') return `The client sends no body with ${row.method}.`;
  const json = jsonOf(text);
  return json === undefined || isPlain(json) ? undefined : 'The body is JSON, but not an object.';
}

/** Where a text stops to be JSON, if the parser says it. */
function placeIn(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /at position (\d+)/.exec(message)?.[1];
    if (position === undefined && !message.startsWith('Unexpected end')) return '';
    const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
    return `: line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  }
}
