/** What an author of a call document expects of a caller: a part of the value, a pattern, a condition, or a value. */
export type Expected = string | number | boolean | null | object | ((value: unknown) => boolean);

export interface ExpectedRequest {
  /** Default: POST. */
  readonly method?: 'GET' | 'POST';
  /** Default: JSON for SWML, a form for cXML. The fields of a GET request are those of its query. */
  readonly type?: 'json' | 'form';
  /** By dotted path. */
  readonly fields: Readonly<Record<string, Expected>>;
  /** Fields that the request must not have. */
  readonly without?: readonly string[];
  readonly headers?: Readonly<Record<string, Expected>>;
  /** The request can be missing: the description does not say whether it is sent. */
  readonly optional?: boolean;
}

export interface CalledParty {
  readonly outcome?: 'answers' | 'busy' | 'no_answer' | 'declined' | 'error' | 'machine';
  readonly after?: number;
  readonly hangup_after?: number;
  readonly digits?: string[];
  readonly speech?: string[];
  readonly result?: string;
}

export interface Caller {
  readonly name: string;
  /** The sections of the description of SWML or cXML, or of the reference in `docs`, that the expectation comes from. */
  readonly source: readonly string[];
  readonly from?: string;
  readonly digits?: string[];
  readonly speech?: (string | null)[];
  readonly hangup_after?: number;
  readonly answers?: Readonly<Record<string, CalledParty>>;
  /** A SWML document that another party runs, who is dialled before, answers, and hangs up after ten seconds. */
  readonly other?: Record<string, unknown>;
  /** The verbs that run, in order, also those of wait documents. Verbs inside a Gather are not listed. */
  readonly steps: readonly string[];
  /** Texts that the caller hears, in order. */
  readonly hears: readonly string[];
  readonly neverHears?: readonly string[];
  /** The requests to each path of the servers, in order. A request to any other path is a difference. */
  readonly requests: Readonly<Record<string, readonly ExpectedRequest[]>>;
  /** Patterns of problems. Without them, no problem about an unknown verb or parameter is expected. */
  readonly problems?: readonly RegExp[];
  readonly ends: 'document' | 'caller' | 'error' | 'busy' | 'referred';
  readonly answered?: boolean;
  /** The documents and callbacks are on a server on this machine, which receives the cards of payments. */
  readonly local?: boolean;
  /** Numbers that may occur in requests to this path only. */
  readonly secrets?: { readonly texts: readonly string[]; readonly only: string };
}

export type Page = string | object | { readonly status: number; readonly body: string } | ((body: string) => Page);

export interface CallDocument {
  readonly language: 'swml' | 'cxml';
  /** What the servers answer, by path. The document itself is at `/call`. */
  readonly pages?: Readonly<Record<string, Page>>;
  readonly callers: readonly Caller[];
}

export const text = (value: unknown): boolean => typeof value === 'string' && value !== '';
export const number = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
export const integer = (value: unknown): boolean => Number.isInteger(Number(value)) && value !== '';
export const either =
  (...values: unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);
const emptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
/** A value of an object whose name the description does not state. */
export const withValue =
  (wanted: string) =>
  (value: unknown): boolean =>
    Object.values(value ?? {}).includes(wanted);
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const rfc2822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (\+0000|GMT)$/;
export const url = /^https?:\/\//;

export const PROJECT_NUMBER = '+12065550100';
export const CALLER = '+12135550111';

/** SWML, section 2: a request for a document. */
export function documentRequest(fields: Record<string, Expected> = {}): ExpectedRequest {
  return {
    fields: {
      'call.call_id': uuid,
      'call.node_id': text,
      'call.segment_id': text,
      'call.call_state': 'created',
      'call.direction': 'inbound',
      'call.type': 'phone',
      'call.from': CALLER,
      'call.to': PROJECT_NUMBER,
      'call.from_number': CALLER,
      'call.to_number': PROJECT_NUMBER,
      'call.headers': Array.isArray,
      'call.project_id': uuid,
      'call.space_id': uuid,
      envs: (value) => typeof value === 'object',
      vars: emptyObject,
      params: emptyObject,
      ...fields,
    },
    headers: { 'x-platform-signature': /^[0-9a-f]{40}$/, 'x-platform-sha256-signature': /^[0-9a-f]{64}$/ },
  };
}

/** SWML, section 8: a status callback with its envelope. */
export function event(type: string, params: Record<string, Expected>, without: string[] = []): ExpectedRequest {
  const named = Object.entries(params).map(([name, value]) => [`params.${name}`, value] as const);
  return {
    fields: {
      event_type: type,
      event_channel: text,
      timestamp: number,
      project_id: uuid,
      space_id: uuid,
      'params.call_id': uuid,
      'params.node_id': text,
      ...Object.fromEntries(named),
    },
    without: without.map((name) => `params.${name}`),
  };
}

/** cXML, section 2.2: the standard parameters of every request of a voice document. */
export function standard(fields: Record<string, Expected> = {}, without: string[] = []): ExpectedRequest {
  return {
    fields: {
      CallSid: uuid,
      AccountSid: uuid,
      ApiVersion: '2010-04-01',
      From: CALLER,
      To: PROJECT_NUMBER,
      CallStatus: 'in-progress',
      Direction: 'inbound',
      ...fields,
    },
    without: ['ParentCallSid', ...without],
    headers: { 'x-platform-signature': /^[A-Za-z0-9+/]{27}=$/ },
  };
}

/** cXML, sections 5 and 6: the callback of the number when its call is over. */
export function callOver(status: 'completed' | 'failed' = 'completed'): ExpectedRequest {
  return {
    fields: {
      CallSid: uuid,
      AccountSid: uuid,
      From: CALLER,
      To: PROJECT_NUMBER,
      Timestamp: text,
      CallStatus: status,
      CallDuration: integer,
      AudioInMos: text,
    },
  };
}

/** cXML, section 6: a callback of a leg of Dial. */
export function legStatus(
  to: string,
  status: string,
  sequence: number,
  fields: Record<string, Expected> = {},
): ExpectedRequest {
  return {
    fields: {
      CallSid: uuid,
      AccountSid: uuid,
      ApiVersion: '2010-04-01',
      From: CALLER,
      To: to,
      CallStatus: status,
      Direction: 'outbound-dial',
      ParentCallSid: uuid,
      SequenceNumber: String(sequence),
      Timestamp: text,
      CallbackSource: 'call-progress-events',
      ...fields,
    },
  };
}

/** cXML, section 4.5: a callback of a recording. */
export function recordingStatus(
  status: string,
  source: Expected,
  fields: Record<string, Expected> = {},
): ExpectedRequest {
  const stored: Record<string, Expected> =
    status === 'completed' ? { RecordingUrl: url, RecordingDuration: integer, RecordingChannels: /^[12]$/ } : {};
  return {
    fields: {
      AccountSid: uuid,
      CallSid: uuid,
      RecordingSid: uuid,
      RecordingStatus: status,
      RecordingSource: source,
      ...stored,
      ...fields,
    },
  };
}
