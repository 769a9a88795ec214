import { createSandbox } from '../../../src/sandbox.js';
import type { SeenRequest } from './compare.js';
import { CALLER, type CallDocument, type Caller, PROJECT_NUMBER } from './expectation.js';
import { startServers } from './servers.js';

/** A number that answers, and hangs up after ten seconds. */
const OTHER = '+15005550106';

export interface Observed {
  readonly story: ReturnType<ReturnType<typeof createSandbox>['story']>;
  readonly result: Awaited<ReturnType<ReturnType<typeof createSandbox>['ring']>>;
  readonly requests: readonly SeenRequest[];
  /** Everything that the sandbox stores or shows. */
  readonly stored: string;
  /** The log of the call. */
  readonly log: Readonly<Record<string, unknown>>;
}

/** Calls the number of the document, and returns what happened. Time is that of the sandbox. */
export async function placeCall(name: string, document: CallDocument, caller: Caller): Promise<Observed> {
  const sandbox = createSandbox({ empty: true });
  const { base, requests, close } = await startServers(sandbox, name, document, caller.local === true);
  const { phone_numbers, calling } = sandbox.client();
  const { id } = await phone_numbers.purchase({ number: PROJECT_NUMBER });
  if (document.language === 'swml') await phone_numbers.set_swml_webhook(id, `${base}/call`);
  else {
    const more = { fallback_url: `${base}/fallback`, status_callback_url: `${base}/status` };
    await phone_numbers.set_cxml_webhook(id, `${base}/call`, more);
  }
  if (caller.other) await calling.dial({ from: PROJECT_NUMBER, to: OTHER, swml: caller.other });
  const { from = CALLER, digits, speech, hangup_after, answers } = caller;
  const result = await sandbox.ring(PROJECT_NUMBER, {
    from,
    ...(digits && { digits }),
    ...(speech && { speech }),
    ...(hangup_after !== undefined && { hangup_after }),
    ...(answers && { answers }),
  });
  // Callbacks that follow the call, such as those of messages.
  for (let minute = 0; minute < 3; minute += 1) {
    await sandbox.settled();
    sandbox.clock.advance(60);
  }
  await sandbox.settled();
  const story = sandbox.story(result.call_id);
  const log = await sandbox.client().logs.voice.get(result.call_id);
  const stored = JSON.stringify([result, sandbox.journal, sandbox.callbacks, sandbox.inbox, sandbox.snapshot()]);
  await sandbox.close();
  await close();
  return { story, result, requests, stored, log };
}
