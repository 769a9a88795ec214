import {
  ACCOUNT_CREDENTIAL,
  type Exchange,
  type LogLimits,
  rawExchange,
  type SessionEvent,
  SessionLog,
  type SessionPage,
} from '../bench/index.js';
import type { CassetteDocument, CassetteEntry, WebhookEntry } from '../cassette/index.js';
import { KnownSecrets } from '../redact/index.js';
import { servePage } from './inspect-session.js';
import type { Inspected } from './inspected.js';
import { createInspector } from './page-server.js';

/** The size of a recording is limited when it is read. */
const WHOLE: LogLimits = {
  maxFullRequests: Number.POSITIVE_INFINITY,
  maxBytes: Number.POSITIVE_INFINITY,
  maxOtherEvents: Number.POSITIVE_INFINITY,
};

/** Serves the page on the requests of a recording. It sends nothing, and evaluates nothing. */
export async function inspectRecording(name: string, documents: readonly CassetteDocument[]): Promise<SessionPage> {
  const secrets = new KnownSecrets(process.env);
  const log = new SessionLog(WHOLE);
  for (const event of await eventsOf(documents, secrets)) log.append(event);
  const note = 'This is a recording. The page shows its requests, and sends nothing.';
  const inspected: Inspected = {
    ...{ project: 'recording', kind: 'recording', name, log, secrets, note, authorization: '', sandbox: undefined },
  };
  return servePage(createInspector({ inspected: () => [inspected] }));
}

async function eventsOf(documents: readonly CassetteDocument[], secrets: KnownSecrets): Promise<SessionEvent[]> {
  const { bytesOf } = await import('../cassette/index.js');
  const exchangeOf = ({ request, response, fault, ms = 0 }: Recorded, isOfPlatform: boolean): Exchange => {
    const { method, url, type = 'application/json' } = request;
    const body = request.body && { headers: { 'content-type': type }, body: bytesOf(request.body).toString('utf8') };
    const answer = response && {
      status: response.status,
      headers: response.headers ?? {},
      body: bytesOf(response.body),
    };
    const raw = rawExchange({
      ...{ request: { method, url, headers: {}, ...body }, secrets },
      ...(answer && { response: answer }),
      // A recording leaves out the credentials, but a copied curl command needs them.
      credentials: isOfPlatform ? [ACCOUNT_CREDENTIAL] : [],
    });
    return { ...{ method, url, ms, raw }, ...(answer && { status: answer.status }), ...(fault && { fault }) };
  };
  return documents.flatMap((document): SessionEvent[] => {
    if (isRequest(document)) return [{ kind: 'http', exchange: exchangeOf(document, document.op !== undefined) }];
    return isWebhook(document)
      ? [{ kind: 'webhook', purpose: document.event, exchange: exchangeOf(document, false) }]
      : [];
  });
}

type Recorded = Pick<CassetteEntry, 'request' | 'response' | 'fault' | 'ms'>;

const isRequest = (document: CassetteDocument): document is CassetteEntry => document.kind === 'http';
const isWebhook = (document: CassetteDocument): document is WebhookEntry => document.kind === 'webhook';
