import { menu } from './01-ivr-menu/expect.js';
import { prompt } from './02-prompt/expect.js';
import { record } from './03-record/expect.js';
import { recordCall } from './04-record-call/expect.js';
import { connectSerial } from './05-connect-serial/expect.js';
import { connectParallel } from './06-connect-parallel/expect.js';
import { connectDestinations } from './07-connect-destinations/expect.js';
import { conference } from './08-conference/expect.js';
import { queue } from './09-queue/expect.js';
import { transfer } from './10-transfer/expect.js';
import { request } from './11-request/expect.js';
import { loops } from './12-loops/expect.js';
import { pay, payTwice } from './13-pay/expect.js';
import { sms } from './14-sms/expect.js';
import { faxes } from './15-fax/expect.js';
import { ai } from './16-ai/expect.js';
import { userEvent } from './17-user-event/expect.js';
import { detectMachine } from './18-detect-machine/expect.js';
import { tap } from './19-tap/expect.js';
import { sip } from './20-sip/expect.js';
import { gather } from './21-gather/expect.js';
import { record as recordXml } from './22-record/expect.js';
import { dialSerial } from './23-dial-serial/expect.js';
import { conference as conferenceXml } from './24-conference/expect.js';
import { enqueue } from './25-enqueue/expect.js';
import { redirect } from './26-redirect/expect.js';
import { sms as smsXml } from './27-sms/expect.js';
import { pay as payXml } from './28-pay/expect.js';
import type { CallDocument } from './expectation.js';

/** The folder of each document, and what its callers expect. A document can have two sets of servers. */
export const documents: readonly (readonly [string, CallDocument])[] = [
  ['01-ivr-menu', menu],
  ['02-prompt', prompt],
  ['03-record', record],
  ['04-record-call', recordCall],
  ['05-connect-serial', connectSerial],
  ['06-connect-parallel', connectParallel],
  ['07-connect-destinations', connectDestinations],
  ['08-conference', conference],
  ['09-queue', queue],
  ['10-transfer', transfer],
  ['11-request', request],
  ['12-loops', loops],
  ['13-pay', pay],
  ['13-pay', payTwice],
  ['14-sms', sms],
  ['15-fax', faxes],
  ['16-ai', ai],
  ['17-user-event', userEvent],
  ['18-detect-machine', detectMachine],
  ['19-tap', tap],
  ['20-sip', sip],
  ['21-gather', gather],
  ['22-record', recordXml],
  ['23-dial-serial', dialSerial],
  ['24-conference', conferenceXml],
  ['25-enqueue', enqueue],
  ['26-redirect', redirect],
  ['27-sms', smsXml],
  ['28-pay', payXml],
];
