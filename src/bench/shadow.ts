import { type Transport, TransportFault } from '../http/index.js';

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
        departed(fault.message);
        return simulated;
      }
    },
    close: async () => replay.close?.(),
  };
}
