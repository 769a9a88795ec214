import type { TypeSignature } from '../../types/index.js';
import { dotCommand } from '../../util/index.js';
import { memberAt } from '../inspect/preloaded.js';
import type { Session } from './complete.js';
import { type CallSite, type Cursor, cursorIn } from './cursor.js';
import { platformPath } from './from-preloaded.js';
import { isOurs } from './from-scope.js';
import { marked, signatureInCall, signatureInDocument } from './row-signature.js';
import type { MarkedSignature } from './suggestion.js';

/** The call or the document around the cursor. */
export interface CallHelp {
  /** The offset of its opening bracket. */
  readonly opened: number;
  /** A promise if the types must be asked. It resolves to undefined if they do not know the call. */
  readonly signature: MarkedSignature | Promise<MarkedSignature | undefined>;
}

/** Returns the signature of the call around the cursor. Arguments of dot commands are not code of a call. */
export function signatureAt(source: string, at: number, session: Session): CallHelp | undefined {
  const cursor = dotCommand(source) ? undefined : cursorIn(source, at);
  if (!cursor) return undefined;
  const { call, object, quote, typed } = cursor;
  const known = knownSignature(cursor, session) ?? signatureInDocument(object, quote === undefined ? typed : '');
  const opened = cursor.opened ?? (known && object.steps[0]?.at);
  if (opened === undefined) return undefined;
  const signature =
    known ?? session.typeSignature?.(source, at).then((answer) => answer && typedSignature(answer, call));
  return signature && { opened, signature };
}

/** Returns the signature of an operation or of a member of a preloaded object. */
function knownSignature({ call, typed, quote, locals }: Cursor, session: Session): MarkedSignature | undefined {
  if (!call || locals.names.includes(call.path[0] ?? '')) return undefined;
  const member = isOurs(call.path[0] ?? '', session) ? memberAt(call.path) : undefined;
  if (member) {
    const [, name = '', list = ''] = /^(\w+)\((.*)\)$/.exec(member.usage) ?? [];
    const labels = list.match(/(?:\{[^}]*\}|[^,{])+/g)?.map((label) => label.trim()) ?? [];
    const path = [...call.path.slice(0, -1), name].join('.');
    return { ...marked(`${path}(`, labels, call.argument, ')'), doc: member.help };
  }
  const path = platformPath(call.path, session);
  return path && signatureInCall({ ...call, path }, quote === undefined ? typed : '');
}

/** Marks the current parameter or, in an object whose fields the signature lists, the current field. */
function typedSignature({ text, parameters, active, doc }: TypeSignature, call: CallSite | undefined): MarkedSignature {
  const parameter = active === undefined ? undefined : parameters[active];
  let { from, to } = parameter ?? { from: text.length, to: text.length };
  if (call?.key !== undefined && call.steps.length === 0 && call.argument === active) {
    const fields = text.slice(from, to).matchAll(/(?<=[{;] )([\w$]+)\??: [^;{}]*[^;{} ]/g);
    const field = [...fields].find(([, name]) => name === call.key);
    if (field) {
      from += field.index;
      to = from + field[0].length;
    }
  }
  const about = parameter?.doc ?? doc;
  return {
    before: text.slice(0, from),
    active: text.slice(from, to),
    after: text.slice(to),
    ...(about && { doc: about }),
  };
}
