import { VERSION } from '../respond/compat.js';
import type { State } from '../state/state.js';

export interface CallEnds {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

export function compatRequest(state: State, { id, from, to }: CallEnds) {
  const payload = {
    CallSid: id,
    AccountSid: state.project,
    ApiVersion: VERSION,
    Direction: 'inbound',
    CallStatus: 'ringing',
    From: from,
    To: to,
    Caller: from,
    Called: to,
    Timestamp: state.clock.now().toUTCString().replace('GMT', '+0000'),
  };
  return { encoding: 'form' as const, payload };
}
