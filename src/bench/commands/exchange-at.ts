import { Mistake } from '../../util/index.js';
import type { Exchange, SessionLog } from '../session-log.js';

/** The request that was made so many ago: 1 is the last one. */
export function exchangeAt({ events }: SessionLog, back = '1'): Exchange {
  if (!/^[1-9]\d{0,3}$/.test(back)) throw new Mistake(`${back} is no count of requests; 1 is the last one`);
  const exchanges = events.flatMap((event) => (event.kind === 'http' ? [event.exchange] : []));
  const exchange = exchanges.at(-Number(back));
  if (exchange) return exchange;
  throw new Mistake(
    exchanges.length === 0 ? 'no request was made yet' : `there were only ${exchanges.length} requests`,
  );
}
