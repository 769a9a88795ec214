import { seconds } from '../../time/moments.js';
import { type Call, durationMs } from './call.js';
import { chargesOf } from './charges.js';
import { STATES } from './states.js';

/** A call as the command API returns it. The voice log uses nearly the same fields. */
export function legView(call: Call) {
  const spoken = durationMs(call);
  return {
    id: call.id,
    from: call.from,
    to: call.to,
    direction: call.direction,
    type: call.type,
    status: STATES[call.status].leg as string,
    source: 'realtime_api' as string,
    url: call.url,
    parent_id: call.parent_id,
    duration: spoken === null ? null : seconds(spoken),
    duration_ms: spoken,
    billing_ms: spoken,
    ...chargesOf(call),
    created_at: call.created_at,
  };
}
