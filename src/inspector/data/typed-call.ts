import { type SessionEvent, sessionCase } from '../../bench/index.js';
import type { CassetteEntry } from '../../cassette/index.js';
import type { RequestDetail } from '../contract.js';

const MAX_CODE = 50_000;

type Shown = Pick<RequestDetail, 'typescript' | 'noTypescript'>;

/** A request as a TypeScript call, or why no call sends it. Neither for very long code, or without an operation. */
export async function shownCall(event: SessionEvent & { readonly kind: 'http' | 'webhook' }): Promise<Shown> {
  const { documents } = await sessionCase({ events: [event] });
  const entry = documents.find((one): one is CassetteEntry => one.kind === 'http');
  // The support desk loads slowly, and the list of requests does not need it.
  const { typedCall } = await import('../../cases/index.js');
  const call = entry && typedCall(entry);
  if (!call) return NO_CALL;
  if ('problem' in call) return { typescript: null, noTypescript: call.problem };
  return call.code.length <= MAX_CODE ? { typescript: `await ${call.code};`, noTypescript: null } : NO_CALL;
}

export const NO_CALL: Shown = { typescript: null, noTypescript: null };
