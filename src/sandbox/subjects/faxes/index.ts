import { compatItem, compatPath } from '../../respond/compat.js';
import { page } from '../../respond/pages.js';
import { conflict, invalid, notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import { Collection } from '../../state/collection.js';
import type { State } from '../../state/state.js';
import { isE164, ownNumber } from '../own-number.js';
import { addFax, allFaxes, cancelFax, changeFax, discard, type Fax, LOGGED_AS, sendFax } from './fax.js';

interface Request {
  readonly MediaUrl: string;
  readonly To: string;
  readonly From: string;
  readonly Quality?: Fax['quality'];
  readonly StatusCallback?: string;
  readonly StatusCallbackMethod?: string;
  readonly StoreMedia?: 'true' | 'false';
}

const UNDER_WAY = ['processing', 'sending'];

export const faxes: Subject = {
  'compat.faxes.list': (ask) => page(ask, allFaxes(ask.state), (fax) => view(ask.state, fax), isShown),
  'compat.faxes.create': ({ state, fields }) => {
    const { MediaUrl, To, From, Quality, StatusCallback, ...rest } = fields as unknown as Request;
    if (!isE164(To) && !/^sips?:\S+$/.test(To))
      throw refuse('To', 'To must be a number in E.164 or a SIP address', 21211);
    if (!ownNumber(state, From))
      throw refuse('From', `From must be a number of the project, and ${JSON.stringify(From)} is not one`, 21606);
    if (!/^https?:\/\/[^\s/]/.test(MediaUrl)) throw refuse('MediaUrl', 'MediaUrl must be an http or https URL', 21620);
    const callback = StatusCallback ? { url: StatusCallback, method: rest.StatusCallbackMethod ?? 'POST' } : null;
    const kept = rest.StoreMedia === 'false' ? { document: null } : {};
    const sent = { from: From, to: To, media_url: MediaUrl, callback, ...(Quality && { quality: Quality }), ...kept };
    return view(state, sendFax(state, sent));
  },
  'compat.faxes.get': (ask) => view(ask.state, named(ask, 'sid')),
  'compat.faxes.update': (ask) => {
    const fax = named(ask, 'sid');
    if (fax.status !== 'queued')
      throw refuse('Status', `only a queued fax can be canceled, and this one is ${fax.status}`, 20009);
    return view(ask.state, cancelFax(ask.state, fax));
  },
  'compat.faxes.delete': (ask) => {
    const fax = named(ask, 'sid');
    if (UNDER_WAY.includes(fax.status)) throw underWay(fax);
    discard(ask.state, fax);
  },
  'compat.faxes.list_media': (ask) => {
    const fax = named(ask, 'fax_sid');
    const files = new Collection<{ id: string }>();
    if (fax.document) files.add({ id: fax.media_id });
    return page(ask, files, () => mediaView(ask.state, fax));
  },
  'compat.faxes.get_media': (ask) => mediaView(ask.state, withMedia(ask)),
  'compat.faxes.delete_media': (ask) => {
    const fax = withMedia(ask);
    if (fax.status === 'queued' || UNDER_WAY.includes(fax.status)) throw underWay(fax);
    changeFax(ask.state, fax, { document: null });
  },
  'logs.fax.list': (ask) => {
    const deletedToo = ask.query.get('include_deleted') === 'true';
    return page(
      ask,
      allFaxes(ask.state),
      (fax) => logView(ask.state, fax),
      (fax) => deletedToo || isShown(fax),
    );
  },
  'logs.fax.get': (ask) => logView(ask.state, named(ask, 'log_id')),
};

/** Adds one sent and one received fax. */
export function furnishFaxes(state: State): void {
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
  const answer = { media_url: 'https://example.com/fax/signed-1042.tiff', quality: 'standard' } as const;
  addFax(state, { ...one, ...answer, from: to, to: from, direction: 'inbound', status: 'received' });
  state.clock.advance(600);
}

const refuse = (attribute: string, message: string, number: number) => invalid({ message, attribute, number });
const underWay = ({ status }: Fax) => conflict({ message: `the fax is ${status}: wait until it is over` });
const isShown = ({ discarded_at }: Fax) => discarded_at === null;

function named({ state, words }: Ask, word: string): Fax {
  const fax = allFaxes(state).get(words[word] ?? '');
  if (!fax || !isShown(fax)) throw notFound();
  return fax;
}

function withMedia(ask: Ask): Fax {
  const fax = named(ask, 'fax_sid');
  if (!fax.document || ask.words.media_sid !== fax.media_id) throw notFound();
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
