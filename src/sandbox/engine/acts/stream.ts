import type { Action, CallbackTarget } from '../../subjects/calls/call.js';
import type { StepContext } from '../run/step-context.js';
import { startAction } from './actions.js';

/** Whether a stream can have this URL. The platform accepts only encrypted connections. */
export const isStreamUrl = (url: string): boolean => /^wss:\/\/[^\s/]/.test(url);

interface StreamStart {
  readonly url: string;
  readonly name?: string | undefined;
  readonly track: string;
  readonly control_id?: string | undefined;
  readonly callback: CallbackTarget | null;
}

/** Starts a stream beside the document. Its server is not contacted. Returns undefined if the call refuses it. */
export function startStream(context: StepContext, { url, name, track, ...start }: StreamStart): Action | undefined {
  const facts = { url, track, ...(name !== undefined && { name }) };
  return startAction(context, 'stream', { ...start, facts });
}
