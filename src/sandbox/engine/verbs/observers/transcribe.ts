import { relayTarget, startAction, stopAction } from '../../acts/actions.js';
import type { StepContext } from '../../run/step-context.js';
import { bool, choice, either, list, object, text, whole } from '../parameters.js';
import { swmlVerb } from '../verb.js';

const common = { stage: 'observers' } as const;
const LACKS = 'nothing is recognised, because the call has no audio';

export const transcribe = swmlVerb({
  ...common,
  name: 'transcribe',
  summary: 'Transcribe the whole call.',
  parameters: { status_url: text({ relative: true, doc: 'Receives calling.transcript.completed after the call.' }) },
  effect: { kind: 'partly', lacks: LACKS },
  sets: ['transcribe_result', 'transcribe_control_id'],
  callbacks: ['calling.transcript.completed'],
  start(context, { status_url }) {
    const action = startAction(context, 'transcribe', { callback: relayTarget(status_url) });
    context.set('transcribe_result', action ? 'success' : 'failed');
    if (action) context.set('transcribe_control_id', action.control_id);
    context.report(action ? 'transcribes the call' : 'a transcription is already running');
    return { do: 'next' };
  },
});

export const transcribe_stop = swmlVerb({
  ...common,
  name: 'transcribe_stop',
  summary: 'Stop the transcription.',
  parameters: {},
  effect: { kind: 'simulated' },
  answers: false,
  sets: ['transcribe_stop_result'],
  start(context) {
    const isStopped = stopAction(context, 'transcribe');
    context.set('transcribe_stop_result', isStopped ? 'success' : 'failed');
    context.report(isStopped ? 'stops the transcription' : 'no transcription is running');
    return { do: 'next' };
  },
});

const LEGS = ['remote-caller', 'local-caller'] as const;
const recognition = {
  direction: list(choice(LEGS), { required: true, min: 1, doc: 'The parties to listen to.' }),
  webhook: text({ relative: true, doc: 'Receives the transcript.' }),
  live_events: bool({ default: false, variable: true, doc: 'Also report partial results.' }),
  ai_summary: bool({ default: false, variable: true, doc: 'Summarise at the end.' }),
  ai_summary_prompt: text({ doc: 'The instruction for the summary.' }),
  speech_engine: choice(['deepgram', 'google'], { default: 'deepgram', doc: 'The recognition engine.' }),
  speech_timeout: whole({ default: 60_000, min: 1500, variable: true, doc: 'Milliseconds.' }),
  vad_silence_ms: whole({ min: 1, variable: true, doc: 'Milliseconds of silence that end a turn.' }),
  vad_thresh: whole({ default: 400, min: 0, max: 1800, variable: true, doc: 'The voice threshold.' }),
  debug_level: whole({ default: 0, min: 0, variable: true, doc: 'The level of debug output.' }),
} as const;

const summarize = object({
  summarize: object(
    { webhook: text({ relative: true }), prompt: text() },
    { required: true, doc: 'Summarises the call so far.' },
  ),
});

const SESSIONS = { live_transcribe: 'a live transcription', live_translate: 'a live translation' } as const;
type Kind = keyof typeof SESSIONS;

/** Starts, stops or uses a session that listens to the call. */
function actOn(context: StepContext, kind: Kind, action: unknown): { readonly do: 'next' } {
  const isStart = typeof action === 'object' && action !== null && 'start' in action;
  const isRunning = context.call.actions.some((one) => one.kind === kind);
  const what = SESSIONS[kind];
  if (isStart && context.call.actions.some((one) => one.kind === 'ai_sidecar'))
    context.fails('relay_script_method_conflict', `${kind} and ai_sidecar cannot run in the same call`);
  else if (isStart) {
    if (startAction(context, kind, {})) context.report(`starts ${what}`);
    context.notSimulated(LACKS, kind);
  } else if (!isRunning) context.fails('relay_script_method_execute_failed', `no ${kind} is running`);
  else if (action === 'stop') {
    stopAction(context, kind);
    context.report(`stops ${what}`);
  } else context.notSimulated('there is nothing to summarise or to say', kind);
  return { do: 'next' };
}

export const live_transcribe = swmlVerb({
  ...common,
  name: 'live_transcribe',
  summary: 'Transcribe the call while it runs.',
  parameters: {
    action: either(
      [
        choice(['stop', 'summarize']),
        object({
          start: object({ lang: text({ required: true, doc: 'The language.' }), ...recognition }, { required: true }),
        }),
        summarize,
      ],
      { required: true, doc: '{ start }, stop or { summarize }.' },
    ),
  },
  effect: { kind: 'not simulated', lacks: LACKS },
  start: (context, { action }) => actOn(context, 'live_transcribe', action),
});

const filter = text({ doc: 'polite, rude, professional, shakespeare, gen-z or prompt:….' });

export const live_translate = swmlVerb({
  ...common,
  name: 'live_translate',
  summary: 'Translate the call while it runs.',
  parameters: {
    action: either(
      [
        choice(['stop', 'summarize']),
        object({
          start: object(
            {
              from_lang: text({ required: true, doc: 'The language of the caller.' }),
              to_lang: text({ required: true, doc: 'The language of the other party.' }),
              ...recognition,
              from_voice: text({ default: 'elevenlabs.josh', doc: 'The voice for the caller.' }),
              to_voice: text({ default: 'elevenlabs.josh', doc: 'The voice for the other party.' }),
              filter_from: filter,
              filter_to: filter,
            },
            { required: true },
          ),
        }),
        summarize,
        object({
          inject: object(
            { message: text({ required: true }), direction: choice(LEGS, { default: 'local-caller' }) },
            { required: true, doc: 'Says a message.' },
          ),
        }),
      ],
      { required: true, doc: '{ start }, stop, { summarize } or { inject }.' },
    ),
  },
  effect: { kind: 'not simulated', lacks: LACKS },
  start: (context, { action }) => actOn(context, 'live_translate', action),
});
