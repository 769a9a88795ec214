import { ReplayMiss, replayer } from '../cassette/index.js';
import type { Transport } from '../http/index.js';
import { readable, serviceMiss } from './miss.js';
import type { OfflineOptions } from './offline.js';
import { shippedRecordings } from './shipped.js';

/** Answers from several recordings. A recording of the user comes before those of the package. */
export function recordedServices({ recording, strict, folder, onMiss }: OfflineOptions): Pick<Transport, 'send'> {
  // A recording made from a description can repeat its responses. One of a real service gives each response once.
  const order = recording?.header.origin === 'documented' ? 'endless' : 'any';
  const own = recording && replayer(recording, { order });
  let hasDeparted = false;
  const shipped = strict ? undefined : shippedRecordings(folder);
  return {
    async send(request, context) {
      const { host } = new URL(request.url);
      const misses: ReplayMiss[] = [];
      for (const player of [own, shipped?.for(host)]) {
        try {
          if (!player) continue;
          const answer = await player.send(request, context);
          const [miss] = misses;
          if (miss && !hasDeparted) {
            hasDeparted = true;
            onMiss?.(`${miss.requested.method} ${readable(miss.requested.url)}`);
          }
          return answer;
        } catch (fault) {
          if (!(fault instanceof ReplayMiss)) throw fault;
          misses.push(fault);
        }
      }
      throw serviceMiss(misses, [...(recording?.entries ?? []), ...(shipped?.all() ?? [])]);
    },
  };
}
