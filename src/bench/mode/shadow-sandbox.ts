import { ReplayMiss } from '../../cassette/index.js';
import { type Transport, TransportFault } from '../../http/index.js';

/**
 * Replays a recording and also sends every request to a sandbox, so that the sandbox has the same state. The recording
 * answers until the first unrecorded request. Then the sandbox answers, so that a learner can try something else.
 * Without `onMiss`, the recording always answers.
 */
export function withShadow(replay: Transport, shadow: Transport, onMiss?: (reason: string) => void): Transport {
  let isOffScript = false;
  return {
    async send(request, context) {
      const simulated = await shadow.send(request, context);
      if (isOffScript) return simulated;
      try {
        return await replay.send(request, context);
      } catch (fault) {
        if (!onMiss || !(fault instanceof TransportFault) || fault.kind !== 'miss') throw fault;
        isOffScript = true;
        onMiss(reasonFor(fault));
        return simulated;
      }
    },
    close: async () => replay.close?.(),
  };
}

/** Names the nearest recorded request only if its method and path are the same. Another one would be misleading. */
function reasonFor(fault: TransportFault): string {
  if (!(fault instanceof ReplayMiss)) return fault.message;
  const { requested, nearest } = fault;
  const path = pathOf(requested.url);
  const isNear = nearest?.request.method === requested.method && pathOf(nearest.request.url) === path;
  return fault.isUsedUp || isNear ? fault.message : `the recording does not contain ${requested.method} ${path}`;
}

const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url);
