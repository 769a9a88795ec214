import { addCallback } from '../../outbound/callbacks.js';
import { wireRequest } from '../../outbound/outbound-request.js';
import { VERSION } from '../../respond/compat.js';
import type { PendingRequest } from '../../runs/call-run.js';
import type { State } from '../../state/state.js';
import type { Call, CallbackTarget } from '../../subjects/calls/call.js';
import { standardVoiceFields } from '../../subjects/calls/status-callback.js';
import { isFaxCall } from '../../subjects/faxes/fax.js';
import type { Outcome } from '../run/outcome.js';
import type { StepContext } from '../run/step-context.js';

type Fields = Readonly<Record<string, unknown>>;

/** The parameters that every request of a cXML document has. A fax has the id of its call. */
export function standardFields(state: State, call: Call, at: string): Fields {
  if (!isFaxCall(state, call)) return standardVoiceFields(state, call, at);
  const { id, from, to } = call;
  return { FaxSid: id, AccountSid: state.project, ApiVersion: VERSION, From: from, To: to };
}

/** A request for a cXML document: a form, or a query string with GET. */
export function documentRequest(url: string, method: string, payload: Fields): PendingRequest['request'] {
  const { body, ...request } = wireRequest({
    url: url.replace(/#.*$/, ''),
    method: method === 'GET' ? method : 'POST',
    encoding: 'form',
    payload,
  });
  return { ...request, headers: request.headers ?? {}, ...(typeof body === 'string' && { body }) };
}

type Method = 'GET' | 'POST';

function requestText(url: string, fields: Fields): string {
  const names = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);
  return `requests ${url}${names.length > 0 ? ` with ${names.join(', ')}` : ''}`;
}

/** Continues with the document that `action` serves. */
export function continueAt(context: StepContext, url: string, method: Method, fields: Fields = {}): Outcome {
  context.report(requestText(url, fields));
  return { do: 'transfer', target: { urls: [{ url, method, language: 'cxml' }] }, params: fields };
}

/** Continues with the document of `action`, or requests the current document again. */
export function continueAtAction(
  context: StepContext,
  { action, method }: { readonly action: string | undefined; readonly method: Method },
  fields: Fields,
): Outcome {
  const url = action ?? context.frame.document.url;
  if (url !== null && url !== undefined) return continueAt(context, url, method, fields);
  context.problem('action is missing, and the document has no URL that could be requested again');
  return { do: 'next' };
}

/** Requests an action whose response is not executed. */
export function requestAction(
  context: StepContext,
  { action, method }: { readonly action: string | undefined; readonly method: Method },
  fields: Fields,
): void {
  if (action === undefined) return;
  context.report(requestText(action, fields));
  context.requestOnly({ url: action, method, language: 'cxml' }, fields);
}

/** Requests the action of a step whose call has ended. */
export function endAtAction(
  context: StepContext,
  { action, method }: { readonly action: string | undefined; readonly method: Method },
  fields: Fields,
): void {
  if (action !== undefined) context.report('the call ends');
  requestAction(context, { action, method }, fields);
}

/** Queues a status callback of a verb: a form with the standard parameters. */
export function statusCallback(
  context: StepContext,
  { url, method, event }: { readonly url: string | undefined; readonly method: Method; readonly event: string },
  fields: Fields,
): void {
  if (url === undefined) return;
  const payload = { ...standardFields(context.state, context.call, context.at), ...fields };
  addCallback(context.state, { url, method, event, encoding: 'form', payload, at: context.at });
}

interface RecordingCallback {
  readonly recordingStatusCallback: string | undefined;
  readonly recordingStatusCallbackMethod: Method;
  readonly recordingStatusCallbackEvent: readonly string[] | undefined;
}

/** Where a verb sends the status of its recording. */
export const recordingTarget = (
  {
    recordingStatusCallback: url,
    recordingStatusCallbackMethod: method,
    recordingStatusCallbackEvent: events,
  }: RecordingCallback,
  defaults: readonly string[],
): CallbackTarget | null => (url === undefined ? null : { style: 'compat', url, method, events: events ?? defaults });
