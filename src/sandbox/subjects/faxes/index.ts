import { compatItem, compatPath } from '../../respond/compat.js';
import type { Handlers, OperationRequest, RequestOf, RequestWith } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { changeItem, crud, find } from '../../respond/resources.js';
import { conflict, found, invalid } from '../../respond/response.js';
import { Collection } from '../../state/collection.js';
import type { State } from '../../state/state.js';
import { errorOf } from '../messages/message.js';
import { isE164, ownNumber } from '../own-number.js';
import { isHttpUrl } from '../refusals.js';
import { addFax, allFaxes, cancelFax, discard, type Fax, LOGGED_AS, sendFax } from './fax.js';

const IN_PROGRESS = ['processing', 'sending'];

const isShown = ({ discarded_at }: Fax) => discarded_at === null;

export const faxes: Handlers = {
  ...crud('compat.faxes', allFaxes, {
    add: ({ state, input }) => send(state, input),
    view,
    isShown,
  }),
  'compat.faxes.update': (request) => {
    const fax = find(request, allFaxes, isShown);
    if (fax.status !== 'queued')
      throw refuse('Status', `only a queued fax can be canceled; the status of this fax is ${fax.status}`, 20009);
    return view(cancelFax(request.state, fax), request);
  },
  'compat.faxes.delete': (request) => {
    const fax = find(request, allFaxes, isShown);
    if (IN_PROGRESS.includes(fax.status)) throw inProgress(fax);
    discard(request.state, fax);
  },
  'compat.faxes.list_media': (request) => {
    const fax = find(request, allFaxes, isShown);
    const files = fax.document ? [{ id: fax.media_id }] : [];
    const listed = page(request, Collection.of(files), () => mediaView(request.state, fax));
    return { ...Object(listed), fax_media: files.map(() => mediaView(request.state, fax)) };
  },
  'compat.faxes.get_media': (request) => mediaView(request.state, withMedia(request)),
  'compat.faxes.delete_media': (request) => {
    const fax = withMedia(request);
    if (fax.status === 'queued' || IN_PROGRESS.includes(fax.status)) throw inProgress(fax);
    changeItem(request.state, allFaxes, fax, { document: null });
  },
  ...crud('logs.fax', allFaxes, {
    view: logView,
    isShown,
    isListed:
      ({ input }) =>
      (fax) =>
        input.include_deleted || isShown(fax),
  }),
};

function send(state: State, input: RequestOf<'compat.faxes.create'>['input']): Fax {
  const { MediaUrl: media_url, To: to, From: from, Quality: quality, StatusCallback: url } = input;
  const { StatusCallbackMethod: method = 'POST', StoreMedia } = input;
  if (!isE164(to) && !/^sips?:\S+$/.test(to))
    throw refuse('To', 'To must be a number in E.164 or a SIP address', 21211);
  if (!ownNumber(state, from))
    throw refuse('From', `From must be a number of the project; ${JSON.stringify(from)} is not`, 21606);
  if (!isHttpUrl(media_url)) throw refuse('MediaUrl', 'MediaUrl must be an http or https URL', 21620);
  const callback = url ? { url, method } : null;
  const options = { ...(quality && { quality }), ...(StoreMedia === 'false' && { document: null }) };
  return sendFax(state, { from, to, media_url, callback, ...options });
}

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

function withMedia({ state, params }: RequestWith<'fax_sid' | 'media_sid'>): Fax {
  const fax = found(allFaxes(state).get(params.fax_sid));
  return found(fax.document && isShown(fax) && params.media_sid === fax.media_id ? fax : undefined);
}

function view(fax: Fax, { state }: Pick<OperationRequest, 'state'>): unknown {
  const { id, media_id, pages } = fax;
  const item = compatItem(state, fax, `Faxes/${id}`);
  return {
    ...fax,
    ...item,
    ...errorOf(fax),
    media_sid: media_id,
    num_pages: pages === null ? null : `${pages}`,
    price: null,
    price_unit: 'USD',
    links: { media: `${item.uri}/Media` },
    url: item.uri,
  };
}

function mediaView(state: State, { id: fax_sid, media_id, document, created_at }: Fax): unknown {
  const at = document?.created_at ?? created_at;
  const media = { id: media_id, created_at: at, updated_at: at };
  const { api_version: _, ...item } = compatItem(state, media, `Faxes/${fax_sid}/Media/${media_id}`);
  return { ...item, fax_sid, content_type: document?.content_type, url: item.uri };
}

function logView(fax: Fax, { state, origin }: Pick<OperationRequest, 'state' | 'origin'>): unknown {
  const { id, from, to, status, direction, pages } = fax;
  return {
    ...fax,
    ...errorOf(fax),
    status: LOGGED_AS[status],
    direction: direction === 'inbound' ? 'inbound' : 'outbound-api',
    source: 'laml',
    type: 'laml_call',
    url: `${origin}${compatPath(state, `Faxes/${id}`)}`,
    remote_station: direction === 'inbound' ? from : to,
    number_of_pages: pages,
    charge: 0,
    charge_details: [],
  };
}
