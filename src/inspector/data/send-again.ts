import type { SessionLog } from '../../bench/index.js';
import type { Served } from '../../http/index.js';
import type { SentAgain } from '../contract.js';
import { pathOf } from '../events/request-row.js';
import type { Inspected } from '../inspected.js';
import { credentialsOf } from './credentials.js';
import { notRepeatable } from './request-detail.js';

const SENT_HEADERS = ['content-type', 'accept'];

/** Sends a logged request again, with the credentials of the account. Returns why it was not sent, or the status. */
export async function sendAgain(
  log: SessionLog,
  id: number,
  {
    server,
    origin,
    authorization,
    sandbox,
  }: Pick<Inspected, 'authorization' | 'sandbox'> & { readonly server: Served; readonly origin: string },
): Promise<{ readonly problem: string } | SentAgain | undefined> {
  const event = log.event(id);
  if (event?.kind !== 'http' && event?.kind !== 'webhook') return undefined;
  const problem = notRepeatable(event);
  const { method, url, raw } = event.exchange;
  if (problem !== null || !raw) return { problem: problem ?? 'The log does not have this request.' };
  const { headers, body } = raw.request;
  const kept = Object.entries(headers).filter(([name]) => SENT_HEADERS.includes(name));
  const { status } = await server.send({
    method,
    url: origin + pathOf(url),
    headers: { ...Object.fromEntries(kept), authorization },
    ...(body !== '' && { body }),
  });
  return { status, credentials: credentialsOf(raw, sandbox) };
}
