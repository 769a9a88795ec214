import { ReplayMiss } from '../../cassette/index.js';
import { type Transport, TransportFault } from '../../http/index.js';

/**
 * A recording with a sandbox behind it that is fed every request: while requests follow the recording, the recording
 * answers; from the first departure the sandbox goes on from the same state. A learner who tries something of their own
 * stays in the story.
 */
export function withShadow(replay: Transport, shadow: Transport, departed: (why: string) => void): Transport {
  let gone = false;
  return {
    async send(request) {
      const simulated = await shadow.send(request);
      if (gone) return simulated;
      try {
        return await replay.send(request);
      } catch (fault) {
        if (!(fault instanceof TransportFault) || fault.kind !== 'miss') throw fault;
        gone = true;
        departed(inShort(fault));
        return simulated;
      }
    },
    close: async () => replay.close?.(),
  };
}

/** What was recorded at another address is no near miss: to name it would only mislead. */
function inShort(fault: TransportFault): string {
  if (!(fault instanceof ReplayMiss)) return fault.message;
  const { asked, nearest } = fault;
  const path = pathOf(asked.url);
  const isNear = nearest?.request.method === asked.method && pathOf(nearest.request.url) === path;
  return fault.isUsedUp || isNear ? fault.message : `the recording has no ${asked.method} ${path}`;
}

const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url);
