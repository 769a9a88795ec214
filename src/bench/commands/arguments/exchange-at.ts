import type { Suggestion } from '../../../assist/index.js';
import { Mistake } from '../../../util/index.js';
import type { Exchange, SessionLog } from '../../session/session-log.js';
import { choices } from './command.js';

/** Returns a request by its number, counted back from the last one, which is 1. */
export function exchangeAt({ events }: SessionLog, back = '1'): Exchange {
  if (!/^[1-9]\d{0,3}$/.test(back)) throw new Mistake(`${back} is not the number of a request. 1 is the last request`);
  const exchanges = exchangesIn(events);
  const exchange = exchanges.at(-Number(back));
  if (exchange) return exchange;
  throw new Mistake(
    exchanges.length === 0 ? 'there are no requests yet' : `there are only ${exchanges.length} requests`,
  );
}

/** The message for a request whose details the session log no longer has. */
export const NOT_KEPT = 'the details of this request are gone: the session keeps only the latest requests';

const MAX_SUGGESTIONS = 20;

/** Suggests the numbers of the latest requests, with a summary of each. */
export const exchangesBack = ({ events }: SessionLog): Suggestion[] =>
  choices(
    exchangesIn(events)
      .slice(-MAX_SUGGESTIONS)
      .reverse()
      .map(({ method, url, status, fault }, index) => [
        `${index + 1}`,
        `${method} ${new URL(url).pathname} → ${status ?? fault ?? 'no response'}`,
      ]),
  );

/** The requests of the user. The requests that commands such as `.route` send are not counted. */
const exchangesIn = (events: SessionLog['events']): Exchange[] =>
  events.flatMap((event) => (event.kind === 'http' && !event.isLookup ? [event.exchange] : []));
