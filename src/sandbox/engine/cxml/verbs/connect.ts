import { stopAction } from '../../acts/actions.js';
import type { Outcome } from '../../run/outcome.js';
import { list, number, object, text } from '../../verbs/parameters.js';
import { cxmlVerb } from '../../verbs/verb.js';
import { callback, content, method, url } from '../attributes.js';
import { continueAt } from '../cxml-request.js';
import { openStream, streamFields } from './streams.js';

const NO_SOCKET = 'no socket is opened: a scripted answer for Stream decides how long it lasts';

const credit = { default: 0, min: -2, max: 2 } as const;
const promptFields = {
  text: content('The instructions.'),
  temperature: number({ ...credit, default: 0.3 }),
  topP: number({ ...credit, default: 1 }),
  confidence: number({ ...credit, default: 0.6 }),
  bargeConfidence: number(credit),
  presencePenalty: number(credit),
  frequencyPenalty: number(credit),
} as const;
const hook = { webHookURL: url('Receives the calls of functions.'), webHookAuthUser: text(), webHookAuthPass: text() };
const language = object({ code: text(), name: text(), voice: text() });
const agent = object({
  engine: text({ default: 'gcloud', doc: 'The engine of the voice.' }),
  voice: text({ default: 'en-US-Neural2-J', doc: 'The voice.' }),
  postPromptURL: url('Receives the summary.'),
  postPromptAuthUser: text(),
  postPromptAuthPassword: text(),
  hints: text(),
  Prompt: list(object(promptFields)),
  PostPrompt: list(object(promptFields)),
  Languages: list(object({ Language: list(language) })),
  SWAIG: list(
    object({
      Defaults: list(object(hook)),
      Function: list(object({ ...hook, name: text(), argument: text(), purpose: text() })),
    }),
  ),
});

/** What a step stores while the call is connected. */
interface Connected {
  readonly noun: 'Stream' | 'Room' | 'VirtualAgent' | 'AI';
  readonly stream: string | null;
}

export const connect = cxmlVerb({
  stage: 'observers',
  name: 'Connect',
  summary: 'Connect the call to a stream, a room or an agent, and wait for its end.',
  parameters: {
    action: url('Requested afterwards.'),
    method: method(),
    Stream: list(object(streamFields), { doc: 'A server that hears and speaks.' }),
    Room: list(object({ text: content('The name of a video room.') }), { doc: 'A video room.' }),
    VirtualAgent: list(
      object({
        connectorName: text({ required: true, doc: 'The name of the connector.' }),
        statusCallback: callback('Receives the status of the conversation.'),
        statusCallbackMethod: method(),
      }),
      { doc: 'A virtual agent of another provider.' },
    ),
    AI: list(agent, { doc: 'An AI agent. The current documentation does not list it.' }),
  },
  oneOf: [['Stream', 'Room', 'VirtualAgent', 'AI']],
  effect: { kind: 'partly', lacks: NO_SOCKET },
  callbacks: ['stream-started', 'stream-stopped', 'stream-error'],
  start(context, { Stream: streams = [], Room: rooms = [], VirtualAgent: agents = [] }): Outcome<Connected> {
    const [[stream], [room], [virtual]] = [streams, rooms, agents];
    const noun = stream ? 'Stream' : room ? 'Room' : virtual ? 'VirtualAgent' : 'AI';
    const name = stream && openStream(context, stream);
    if (stream && name === undefined) return { do: 'next' };
    if (room) context.notSimulated(`nobody is in the video room ${room.text}`, noun);
    else if (!stream) context.notSimulated(`${virtual?.connectorName ?? 'an AI agent'} does not talk`, noun);
    else context.notSimulated(`the server at ${stream.url} is not contacted`, noun);
    const seconds = context.answerFor(noun)?.after;
    const data = { noun, stream: name ?? null } as const;
    return { do: 'wait', for: 'stop', data, ...(seconds !== undefined && { seconds }) };
  },
  resume(context, _event, { action, method: by }, { noun, stream }) {
    if (stream !== null && context.call.actions.some(({ control_id }) => control_id === stream))
      stopAction(context, 'stream', stream);
    context.report('ends');
    if (action === undefined) return { do: 'next' };
    const status = context.answerFor(noun)?.result ?? 'success';
    return continueAt(context, action, by, noun === 'VirtualAgent' ? { VirtualAgentStatus: status } : {});
  },
});
