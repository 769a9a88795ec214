import { priced } from '../../respond/compat.js';
import { seconds } from '../../time/clock.js';
import { type Call, durationMs } from './call.js';
import { STATES } from './states.js';

/** A call as the command API returns it. The voice log uses nearly the same fields. */
export function legView(call: Call) {
  const spoken = durationMs(call);
  return {
    ...call,
    ...chargesOf(call),
    status: STATES[call.status].leg as string,
    source: 'realtime_api' as string,
    duration: spoken === null ? null : seconds(spoken),
    duration_ms: spoken,
    billing_ms: spoken,
  };
}

/** In US dollars per started minute. */
const RATES: Readonly<Record<Call['type'], { readonly inbound: number; readonly outbound: number }>> = {
  relay_pstn_call: { inbound: 0.0066, outbound: 0.008 },
  relay_sip_call: { inbound: 0.003, outbound: 0.003 },
  relay_webrtc_call: { inbound: 0.003, outbound: 0.003 },
};

/** Returns the charge of a call. It is 0 until the call has ended, and for an unanswered call. */
export function chargesOf(call: Call) {
  const spoken = durationMs(call) ?? 0;
  if (spoken <= 0) return { charge: 0, charge_details: [] };
  const direction = call.direction === 'inbound' ? 'inbound' : 'outbound';
  const charge = priced(spoken, RATES[call.type][direction]);
  return { charge, charge_details: [{ description: `${direction} call`, charge }] };
}
