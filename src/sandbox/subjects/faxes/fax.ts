import { addCallback } from '../../outbound/callbacks.js';
import { compatPath, VERSION } from '../../respond/compat.js';
import { changeItem, type Stored } from '../../respond/resources.js';
import type { DocumentUrl } from '../../runs/call-run.js';
import { collection, type State } from '../../state/state.js';
import { after } from '../../time/clock.js';
import type { EventHandlers } from '../../time/schedule.js';
import type { Call } from '../calls/call.js';
import { type Callee, calleeOf } from '../calls/callee.js';
import { documentsOf, routeOf } from '../calls/route.js';
import { startCall } from '../calls/start-call.js';
import { mediaType } from '../media-type.js';
import { ownNumber } from '../own-number.js';
import { allNumbers, type PhoneNumber } from '../phone_numbers.js';

/** A fax. The compatible API and the log are views of it. */
export interface Fax extends Stored {
  readonly from: string;
  readonly to: string;
  readonly direction: 'inbound' | 'outbound';
  readonly status: FaxStatus;
  readonly quality: 'standard' | 'fine' | 'superfine';
  readonly media_url: string | null;
  readonly media_id: string;
  /** The stored document; null if it was not stored, or was deleted. */
  readonly document: { readonly content_type: string; readonly created_at: string } | null;
  readonly pages: number | null;
  readonly duration: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly callback: { readonly url: string; readonly method: string } | null;
  /** When the fax was deleted. Its log entry remains. */
  readonly discarded_at: string | null;
}

/** Maps the status in the compatible API to the status in the log. */
export const LOGGED_AS = {
  queued: 'queued',
  processing: 'initiated',
  sending: 'in-progress',
  delivered: 'completed',
  received: 'completed',
  'no-answer': 'no-answer',
  busy: 'busy',
  failed: 'failed',
  canceled: 'canceled',
} as const;
type FaxStatus = keyof typeof LOGGED_AS;

export const allFaxes = collection<Fax>('faxes');

const receivesFaxes = ({ settings }: PhoneNumber): boolean => settings.call_receive_mode === 'fax';

/** Whether a call brings a fax. A number receives calls or faxes, not both. */
export function isFaxCall(state: State, { direction, number_id }: Call): boolean {
  const number = direction === 'inbound' && number_id !== null ? allNumbers(state).get(number_id) : undefined;
  return number !== undefined && receivesFaxes(number);
}

type Start = Pick<Fax, 'from' | 'to' | 'direction' | 'status' | 'media_url'> & Partial<Fax>;

export function addFax(state: State, fax: Start): Fax {
  const created_at = state.clock.now().toISOString();
  return allFaxes(state).add({
    id: state.ids.uuid(),
    created_at,
    updated_at: created_at,
    quality: 'fine',
    media_id: state.ids.uuid(),
    document: { content_type: mediaType(fax.media_url ?? ''), created_at },
    pages: null,
    duration: 0,
    error: null,
    callback: null,
    discarded_at: null,
    ...fax,
  });
}

/** A fax to a number that answers no call is not delivered. */
const FAILURES: Partial<Record<Callee['outcome'], FaxStatus>> = {
  'does not answer': 'no-answer',
  'is busy': 'busy',
};

const STARTS_AFTER_MS = 5000;
const CONNECTS_AFTER_MS = 2000;
export const SECONDS_A_PAGE = 20;

export function sendFax(state: State, fax: Omit<Start, 'direction' | 'status'>): Fax {
  const queued = addFax(state, { ...fax, direction: 'outbound', status: 'queued' });
  state.schedule.add({ at: after(queued.created_at, STARTS_AFTER_MS), what: 'fax is dialled', of: queued.id });
  return queued;
}

export const faxEvents: EventHandlers<'fax connects' | 'fax is delivered' | 'fax is dialled'> = {
  'fax is dialled': (state, { of, at }) => {
    if (advance(state, of, { status: 'processing' }, at))
      state.schedule.add({ at: after(at, CONNECTS_AFTER_MS), what: 'fax connects', of });
  },
  'fax connects': (state, { of, at }) => {
    const failure = FAILURES[calleeOf(state, allFaxes(state).get(of)?.to ?? '').outcome];
    if (failure) return void advance(state, of, { status: failure }, at);
    const fax = advance(state, of, { status: 'sending' }, at);
    if (!fax) return;
    state.schedule.add({ at: after(at, SECONDS_A_PAGE * 1000), what: 'fax is delivered', of });
    const documents = documentsFor(state, fax.to);
    const [first] = documents;
    if (first) startCall(state, { from: fax.from, to: fax.to, direction: 'inbound', url: first.url, documents }, at);
  },
  'fax is delivered': (state, { of, at }) => {
    // The document is not read, so every fax has one page.
    const result = { pages: 1, duration: SECONDS_A_PAGE };
    const fax = advance(state, of, { status: 'delivered', ...result }, at);
    if (!fax || !ownNumber(state, fax.to) || documentsFor(state, fax.to).length > 0) return;
    const { from, to, media_url, quality } = fax;
    addFax(state, { from, to, media_url, quality, direction: 'inbound', status: 'received', ...result });
  },
};

/** The documents in cXML of a number of the project that receives faxes. They decide whether a fax is received. */
function documentsFor(state: State, to: string): DocumentUrl[] {
  const number = ownNumber(state, to);
  if (!number || !receivesFaxes(number)) return [];
  return documentsOf(routeOf(state, number)).filter(({ language }) => language === 'cxml');
}

function advance(state: State, id: string, change: Partial<Fax>, at: string): Fax | undefined {
  const fax = allFaxes(state).get(id);
  if (!fax || fax.discarded_at || fax.status === 'canceled') return undefined;
  const updated = allFaxes(state).replace({ ...fax, ...change, updated_at: at });
  sendStatus(state, updated);
  return updated;
}

/** Cancels a fax. The caller must check that it is still queued. */
export function cancelFax(state: State, fax: Fax): Fax {
  const canceled = changeItem(state, allFaxes, fax, { status: 'canceled' });
  sendStatus(state, canceled);
  return canceled;
}

function sendStatus(state: State, fax: Fax): void {
  const { id, from, to, status, pages, media_id, media_url, error, callback } = fax;
  addCallback(state, {
    event: `fax.${status}`,
    at: fax.updated_at,
    url: callback?.url,
    method: callback?.method,
    encoding: 'form',
    payload: {
      FaxSid: id,
      AccountSid: state.project,
      ApiVersion: VERSION,
      From: from,
      To: to,
      FaxStatus: status,
      MediaSid: media_id,
      ...(media_url !== null && { MediaUrl: mediaUrl(state, fax), OriginalMediaUrl: media_url }),
      ...(pages !== null && { NumPages: pages, RemoteStationId: to }),
      ...(error !== null && { ErrorCode: error.code, ErrorMessage: error.message }),
    },
  });
}

/** The URL of the stored document in the compatible API. */
const mediaUrl = (state: State, { id, media_id }: Fax): string =>
  `${state.network.origin ?? 'https://sandbox.invalid'}${compatPath(state, `Faxes/${id}/Media/${media_id}`)}`;

/** Deletes a fax. Its log entry remains. */
export const discard = (state: State, fax: Fax): void =>
  void changeItem(state, allFaxes, fax, {
    document: null,
    media_url: null,
    discarded_at: state.clock.now().toISOString(),
  });
