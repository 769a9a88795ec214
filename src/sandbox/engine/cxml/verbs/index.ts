import type { AnyVerb } from '../../verbs/verb.js';
import { connect } from './connect.js';
import { dial } from './dial.js';
import { enqueue, leave } from './enqueue.js';
import { hangup, redirect, reject } from './flow.js';
import { gather } from './gather.js';
import { denoise, echo, pause, play, say } from './media.js';
import { pay } from './pay.js';
import { receive } from './receive.js';
import { record } from './record.js';
import { refer } from './refer.js';
import { sms } from './sms.js';
import { start, stop } from './streams.js';

const ALL: readonly AnyVerb[] = [
  connect,
  denoise,
  dial,
  echo,
  enqueue,
  gather,
  hangup,
  leave,
  pause,
  pay,
  play,
  receive,
  record,
  redirect,
  refer,
  reject,
  say,
  sms,
  start,
  stop,
];

/** The verbs of call documents in cXML, by name. */
export const CXML_VERBS: ReadonlyMap<string, AnyVerb> = new Map(ALL.map((one) => [one.name, one]));
