import { SECONDS_A_PAGE } from '../../../subjects/faxes/fax.js';
import { startAction, stopAction } from '../../acts/actions.js';
import { receivedFax, storeFax } from '../../acts/fax.js';
import type { Outcome, RunEvent } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { text } from '../parameters.js';
import { swmlVerb } from '../verb.js';

type Direction = 'send' | 'receive';

const faxResults = (direction: Direction) =>
  ['document', 'identity', 'remote_identity', 'pages', 'result_code', 'result_text', 'result'].map(
    (name) => `${direction}_fax_${name}`,
  );

interface FaxResult {
  readonly direction: Direction;
  readonly document: string;
  readonly identity: string;
  readonly remote: string;
}

interface Started {
  readonly control_id: string | undefined;
}

/** Sets the variables of a fax, stores it, and reports its page and its end. */
function finishFax(
  context: StepContext,
  event: RunEvent,
  { control_id }: Started,
  { direction, document, identity, remote: remote_identity }: FaxResult,
  url: string | undefined,
): Outcome {
  const script = context.answerFor(`${direction}_fax`);
  const isSent = event.kind === 'time' && (script?.result ?? 'success') === 'success';
  if (event.kind === 'time') stopAction(context, `${direction}_fax`, control_id);
  const pages = isSent ? 1 : 0;
  const result_code = isSent ? 0 : 1;
  const result_text = isSent ? 'OK' : 'The call dropped prematurely';
  const ends = { document, identity, remote_identity, pages };
  const values = { ...ends, result_code, result_text, result: isSent ? 'success' : 'failed' };
  for (const [name, value] of Object.entries(values)) context.set(`${direction}_fax_${name}`, value);
  for (const [name, value] of Object.entries(script?.variables ?? {})) context.set(name, value);
  if (isSent) storeFax(context, { direction: direction === 'send' ? 'outbound' : 'inbound', media_url: document });
  context.report(isSent ? 'one page' : 'the fax failed');
  const page = { type: 'page', params: { direction, number: 1 } };
  const end = { direction, ...ends, success: isSent, result: result_code, result_text, format: 'pdf' };
  if (isSent) context.callback(url, 'calling.call.fax', { control_id, fax: page });
  context.callback(url, 'calling.call.fax', { control_id, fax: { type: 'finished', params: end } });
  return { do: 'next' };
}

/** A fax is an action of the call, so that a command can stop it. */
function startFax(context: StepContext, direction: Direction, name: string | undefined): Outcome<Started> {
  const action = startAction(context, `${direction}_fax`, { control_id: name });
  const seconds = context.answerFor(`${direction}_fax`)?.after ?? SECONDS_A_PAGE;
  return { do: 'wait', for: 'stop', seconds: action ? seconds : 0, data: { control_id: action?.control_id } };
}

const control_id = text({ doc: 'The name for the command that stops the fax; default: generated.' });
const fax = { stage: 'fax', answers: true, callbacks: ['calling.call.fax'] } as const;

export const send_fax = swmlVerb({
  ...fax,
  name: 'send_fax',
  summary: 'Send a fax.',
  parameters: {
    document: text({ required: true, doc: 'The URL of a PDF file.' }),
    control_id,
    header_info: text({ doc: 'The text at the top of each page.', ignored: true }),
    identity: text({ doc: 'The sender; default: the number of the caller.' }),
    status_url: text({ relative: true, doc: 'Receives calling.call.fax.' }),
  },
  effect: { kind: 'partly', lacks: 'the document is not loaded: every fax has one page' },
  sets: faxResults('send'),
  start(context, { document, control_id }) {
    context.report(`sends the fax ${document}`);
    return startFax(context, 'send', control_id);
  },
  resume(context, event, { document, identity = context.call.from, status_url }, started) {
    const fax = { direction: 'send', document, identity, remote: context.call.to } as const;
    return finishFax(context, event, started, fax, status_url);
  },
});

export const receive_fax = swmlVerb({
  ...fax,
  name: 'receive_fax',
  summary: 'Receive a fax.',
  parameters: { control_id, status_url: text({ relative: true, doc: 'Receives calling.call.fax.' }) },
  effect: { kind: 'partly', lacks: 'the caller sends a fax of one page' },
  sets: faxResults('receive'),
  start(context, { control_id }) {
    context.report('receives a fax');
    return startFax(context, 'receive', control_id);
  },
  resume(context, event, { status_url }, started) {
    const { from: remote, to: identity } = context.call;
    const document = receivedFax(context.newId());
    return finishFax(context, event, started, { direction: 'receive', document, identity, remote }, status_url);
  },
});
