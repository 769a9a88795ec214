import { ai, ai_sidecar, amazon_bedrock, execute_rpc } from './ai/agent.js';
import { answer, hangup, sleep } from './flow/call.js';
import { cond, evalVerb, ifVerb, switchVerb } from './flow/condition.js';
import { execute, returnVerb, transfer } from './flow/execute.js';
import { goto, label } from './flow/goto.js';
import { request } from './flow/request.js';
import { set, unset } from './flow/set.js';
import { play } from './media/play.js';
import { prompt } from './media/prompt.js';
import { record, record_call, stop_record_call } from './media/record.js';
import { denoise, detect_machine, send_digits, stop_denoise } from './media/tones.js';
import { receive_fax, send_fax } from './messaging/fax.js';
import { send_sms } from './messaging/send-sms.js';
import { stop_stream, stop_tap, stream, tap } from './observers/stream.js';
import { live_transcribe, live_translate, transcribe, transcribe_stop } from './observers/transcribe.js';
import { pay } from './payment/pay.js';
import { join_conference, join_room } from './routing/conference.js';
import { connect } from './routing/connect.js';
import { enter_queue } from './routing/queue.js';
import { sip_refer, user_event } from './routing/refer.js';
import type { AnyVerb } from './verb.js';

const ALL: readonly AnyVerb[] = [
  ...[ai, ai_sidecar, amazon_bedrock, answer, cond, connect, denoise, detect_machine, enter_queue, evalVerb],
  ...[execute, execute_rpc, goto, hangup, ifVerb, join_conference, join_room, label, live_transcribe, live_translate],
  ...[pay, play, prompt, receive_fax, record, record_call, request, returnVerb, send_digits, send_fax, send_sms, set],
  ...[sip_refer, sleep, stop_denoise, stop_record_call, stop_stream, stop_tap, stream, switchVerb, tap, transcribe],
  ...[transcribe_stop, transfer, unset, user_event],
];

/** The verbs of call documents in SWML, by name. */
export const SWML_VERBS: ReadonlyMap<string, AnyVerb> = new Map(ALL.map((one) => [one.name, one]));
