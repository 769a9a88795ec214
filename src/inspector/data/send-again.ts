import type { SessionLog } from '../../bench/index.js';
import type { Served } from '../../http/index.js';
import { pathOf } from '../events/request-row.js';
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
  }: { readonly server: Served; readonly origin: string; readonly authorization: string },
): Promise<{ readonly problem: string } | { readonly status: number } | undefined> {
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
  return { status };
}
