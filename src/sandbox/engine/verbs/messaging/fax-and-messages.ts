import { addFax } from '../../../subjects/faxes/fax.js';
import { sendMessage } from '../../../subjects/messages/message.js';
import { isE164 } from '../../../subjects/own-number.js';
import type { Outcome, RunEvent } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { startAction, stopAction } from '../actions.js';
import { list, text } from '../parameters.js';
import { verb } from '../verb.js';

const FAX_SECONDS = 60;
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

/** Sets the variables of a fax, stores it, and reports its page and its end. */
function finishFax(context: StepContext, event: RunEvent, fax: FaxResult, url: string | undefined): Outcome {
  const { direction, document, identity, remote } = fax;
  const script = context.answerFor(`${direction}_fax`);
  const isSent = event.kind === 'time' && (script?.result ?? 'success') === 'success';
  if (event.kind === 'time') stopAction(context, `${direction}_fax`, String(context.data.control_id));
  const values: Readonly<Record<string, unknown>> = {
    document,
    identity,
    remote_identity: remote,
    pages: isSent ? 1 : 0,
    result_code: isSent ? 0 : 1,
    result_text: isSent ? 'OK' : 'The call dropped prematurely',
    result: isSent ? 'success' : 'failed',
  };
  for (const [name, value] of Object.entries(values)) context.set(`${direction}_fax_${name}`, value);
  for (const [name, value] of Object.entries(script?.variables ?? {})) context.set(name, value);
  context.report(isSent ? 'one page' : 'the fax failed');
  const { from, to } = context.call;
  const ends = { from: direction === 'send' ? to : from, to: direction === 'send' ? from : to };
  const status = direction === 'send' ? 'delivered' : 'received';
  const way = direction === 'send' ? 'outbound' : 'inbound';
  if (isSent)
    addFax(context.state, { ...ends, direction: way, status, media_url: document, pages: 1, duration: FAX_SECONDS });
  const page = { type: 'page', params: { direction, number: 1 } };
  const { result_code: result, result_text, pages } = values;
  const end = { direction, identity, remote_identity: remote, document, pages, success: isSent, result, result_text };
  if (isSent) context.callback(url, 'calling.call.fax', { fax: page });
  context.callback(url, 'calling.call.fax', { fax: { type: 'finished', params: { ...end, format: 'pdf' } } });
  return { do: 'next' };
}

/** A fax is an action of the call, so that a command can stop it. */
function startFax(context: StepContext, direction: Direction, name: string | undefined): Outcome {
  const action = startAction(context, `${direction}_fax`, { control_id: name });
  const seconds = context.answerFor(`${direction}_fax`)?.after ?? FAX_SECONDS;
  return { do: 'wait', for: 'stop', seconds: action ? seconds : 0, data: { control_id: action?.control_id } };
}

const control_id = text({ doc: 'The name for the command that stops the fax; default: generated.' });
const fax = { language: 'swml', stage: 'fax', answers: true, callbacks: ['calling.call.fax'] } as const;

export const send_fax = verb({
  ...fax,
  name: 'send_fax',
  summary: 'Send a fax.',
  parameters: {
    document: text({ required: true, doc: 'The URL of a PDF file.' }),
    control_id,
    header_info: text({ doc: 'The text at the top of each page.', ignored: true }),
    identity: text({ doc: 'The sender; default: the number of the caller.' }),
    status_url: text({ doc: 'Receives calling.call.fax.' }),
  },
  effect: { kind: 'partly', lacks: 'the document is not loaded: every fax has one page' },
  sets: faxResults('send'),
  start(context, { document, control_id }) {
    context.report(`sends the fax ${document}`);
    return startFax(context, 'send', control_id);
  },
  resume(context, event, { document, identity = context.call.from, status_url }) {
    return finishFax(context, event, { direction: 'send', document, identity, remote: context.call.to }, status_url);
  },
});

export const receive_fax = verb({
  ...fax,
  name: 'receive_fax',
  summary: 'Receive a fax.',
  parameters: { control_id, status_url: text({ doc: 'Receives calling.call.fax.' }) },
  effect: { kind: 'partly', lacks: 'the caller sends a fax of one page' },
  sets: faxResults('receive'),
  start(context, { control_id }) {
    context.report('receives a fax');
    return startFax(context, 'receive', control_id);
  },
  resume(context, event, { status_url }) {
    const document = `https://files.sandbox.invalid/faxes/${context.newId()}.pdf`;
    return finishFax(
      context,
      event,
      { direction: 'receive', document, identity: context.call.to, remote: context.call.from },
      status_url,
    );
  },
});

export const send_sms = verb({
  language: 'swml',
  stage: 'messaging',
  name: 'send_sms',
  summary: 'Send a message.',
  parameters: {
    to_number: text({ required: true, doc: 'The recipient, in E.164.' }),
    from_number: text({ required: true, doc: 'The sender, in E.164.' }),
    body: text({ doc: 'The text; optional with media.' }),
    media: list(text(), { doc: 'URLs of media, which make it an MMS.' }),
    region: text({ doc: 'The region that sends it.', ignored: true }),
    tags: list(text(), { doc: 'Tags for the log.', ignored: true }),
    status_callback: text({ doc: 'Receives each state of the message.' }),
  },
  effect: { kind: 'simulated' },
  answers: false,
  sets: ['send_sms_result'],
  callbacks: ['messaging.message'],
  start(context, { to_number: to, from_number: from, body, media = [], status_callback = null }) {
    const problem = !isE164(to)
      ? `to_number ${to} is not a number in E.164`
      : !isE164(from)
        ? `from_number ${from} is not a number in E.164`
        : body === undefined && media.length === 0
          ? 'send_sms requires body or media'
          : undefined;
    context.set('send_sms_result', problem === undefined ? 'success' : 'failed');
    if (problem === undefined) {
      const source = 'realtime_api';
      sendMessage(context.state, { from, to, body: body ?? null, media_urls: media, status_callback, source });
      context.report(`sends ${JSON.stringify(body ?? media.join(', '))} to ${to}`);
    } else context.fails('relay_script_method_execute_failed', problem);
    return { do: 'next' };
  },
});
