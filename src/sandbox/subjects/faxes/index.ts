import { compatItem, compatPath } from '../../respond/compat.js';
import type { Handlers, RequestWith } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { conflict, found, invalid, notFound } from '../../respond/response.js';
import { Collection } from '../../state/collection.js';
import type { State } from '../../state/state.js';
import { isE164, ownNumber } from '../own-number.js';
import { isHttpUrl } from '../refusals.js';
import { addFax, allFaxes, cancelFax, changeFax, discard, type Fax, LOGGED_AS, sendFax } from './fax.js';

const IN_PROGRESS = ['processing', 'sending'];

export const faxes: Handlers = {
  'compat.faxes.list': (request) => page(request, allFaxes(request.state), (fax) => view(request.state, fax), isShown),
  'compat.faxes.create': ({ state, input }) => {
    const { MediaUrl, To, From, Quality: quality, StatusCallback: url } = input;
    const { StatusCallbackMethod: method = 'POST', StoreMedia } = input;
    if (!isE164(To) && !/^sips?:\S+$/.test(To))
      throw refuse('To', 'To must be a number in E.164 or a SIP address', 21211);
    if (!ownNumber(state, From))
      throw refuse('From', `From must be a number of the project; ${JSON.stringify(From)} is not`, 21606);
    if (!isHttpUrl(MediaUrl)) throw refuse('MediaUrl', 'MediaUrl must be an http or https URL', 21620);
    const fax = sendFax(state, {
      from: From,
      to: To,
      media_url: MediaUrl,
      callback: url ? { url, method } : null,
      ...(quality && { quality }),
      ...(StoreMedia === 'false' && { document: null }),
    });
    return view(state, fax);
  },
  'compat.faxes.get': (request) => view(request.state, find(request.state, request.params.sid)),
  'compat.faxes.update': (request) => {
    const fax = find(request.state, request.params.sid);
    if (fax.status !== 'queued')
      throw refuse('Status', `only a queued fax can be canceled; the status of this fax is ${fax.status}`, 20009);
    return view(request.state, cancelFax(request.state, fax));
  },
  'compat.faxes.delete': (request) => {
    const fax = find(request.state, request.params.sid);
    if (IN_PROGRESS.includes(fax.status)) throw inProgress(fax);
    discard(request.state, fax);
  },
  'compat.faxes.list_media': (request) => {
    const fax = find(request.state, request.params.fax_sid);
    const files = fax.document ? [{ id: fax.media_id }] : [];
    return page(request, Collection.of(files), () => mediaView(request.state, fax));
  },
  'compat.faxes.get_media': (request) => mediaView(request.state, withMedia(request)),
  'compat.faxes.delete_media': (request) => {
    const fax = withMedia(request);
    if (fax.status === 'queued' || IN_PROGRESS.includes(fax.status)) throw inProgress(fax);
    changeFax(request.state, fax, { document: null });
  },
  'logs.fax.list': (request) => {
    const { include_deleted } = request.input;
    return page(
      request,
      allFaxes(request.state),
      (fax) => logView(request.state, fax),
      (fax) => include_deleted || isShown(fax),
    );
  },
  'logs.fax.get': (request) => logView(request.state, find(request.state, request.params.log_id)),
};

/** Adds one sent and one received fax. */
export function seedFaxes(state: State): void {
  const from = '+12065550100';
  const to = '+13035550160';
  const one = { from, to, pages: 1, duration: 24 };
  addFax(state, {
    ...one,
    media_url: 'https://example.com/fax/order-1042.pdf',
    direction: 'outbound',
    status: 'delivered',
  });
  state.clock.advance(1800);
  const reply = { media_url: 'https://example.com/fax/signed-1042.tiff', quality: 'standard' } as const;
  addFax(state, { ...one, ...reply, from: to, to: from, direction: 'inbound', status: 'received' });
  state.clock.advance(600);
}

const refuse = (attribute: string, message: string, number: number) => invalid({ message, attribute, number });
const inProgress = ({ status }: Fax) => conflict({ message: `the fax is ${status}: wait until it has ended` });
const isShown = ({ discarded_at }: Fax) => discarded_at === null;

function find(state: State, id: string): Fax {
  const fax = allFaxes(state).get(id);
  return found(fax && isShown(fax) ? fax : undefined);
}

function withMedia(request: RequestWith<'fax_sid' | 'media_sid'>): Fax {
  const fax = find(request.state, request.params.fax_sid);
  if (!fax.document || request.params.media_sid !== fax.media_id) throw notFound();
  return fax;
}

function view(state: State, fax: Fax): unknown {
  const { id, from, to, direction, status, quality, media_url, media_id, pages, duration, error } = fax;
  const item = compatItem(state, fax, `Faxes/${id}`);
  return {
    ...item,
    from,
    to,
    direction,
    status,
    quality,
    media_url,
    media_sid: media_id,
    num_pages: pages === null ? null : `${pages}`,
    duration,
    price: null,
    price_unit: 'USD',
    links: { media: `${item.uri}/Media` },
    url: item.uri,
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
  };
}

function mediaView(state: State, { id: fax_sid, media_id, document, created_at }: Fax): unknown {
  const at = document?.created_at ?? created_at;
  const item = compatItem(
    state,
    { id: media_id, created_at: at, updated_at: at },
    `Faxes/${fax_sid}/Media/${media_id}`,
  );
  return { ...item, fax_sid, content_type: document?.content_type, url: item.uri };
}

function logView(state: State, fax: Fax): unknown {
  const { id, from, to, status, direction, quality, pages, error, created_at } = fax;
  return {
    id,
    from,
    to,
    status: LOGGED_AS[status],
    direction: direction === 'inbound' ? 'inbound' : 'outbound-api',
    source: 'laml',
    type: 'laml_call',
    url: compatPath(state, `Faxes/${id}`),
    remote_station: direction === 'inbound' ? from : to,
    number_of_pages: pages,
    quality,
    charge: 0,
    charge_details: [],
    created_at,
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
  };
}
