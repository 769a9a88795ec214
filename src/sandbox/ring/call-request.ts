import { VERSION } from '../respond/compat.js';
import type { State } from '../state/state.js';

export interface CallEnds {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

export function swmlRequest(state: State, { id, from, to }: CallEnds) {
  const payload = {
    call: {
      call_id: id,
      node_id: `${id}@sandbox`,
      segment_id: id,
      call_state: 'created',
      direction: 'inbound',
      type: 'phone',
      from,
      to,
      from_number: from,
      to_number: to,
      headers: [],
      project_id: state.project,
      space_id: state.project,
    },
    vars: {},
    envs: {},
    params: {},
  };
  return { encoding: 'json' as const, payload };
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
