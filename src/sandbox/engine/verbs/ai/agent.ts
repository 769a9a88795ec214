import { startAction, stopAction } from '../../acts/actions.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import {
  any,
  bool,
  choice,
  either,
  list,
  map,
  number,
  object,
  type Parameters,
  text,
  type ValuesOf,
  whole,
} from '../parameters.js';
import { swmlVerb } from '../verb.js';
import { bedrockPrompt, hints, languages, multilingual, postPrompt, prompt, pronounce, swaig } from './prompt.js';
import { settings } from './settings.js';

const LACKS = 'the conversation is not held; script its result with answers';
/** A conversation of a call that is followed to its end lasts this long, unless a script says otherwise. */
const CONVERSATION_SECONDS = 30;

const common = {
  post_prompt: postPrompt,
  post_prompt_url: text({ raw: true, doc: 'Receives the report of the conversation.' }),
  global_data: map(any(), { raw: true, doc: 'The data of the conversation.' }),
} as const;

const conversation = {
  stage: 'ai',
  effect: { kind: 'not simulated', lacks: LACKS },
  sets: ['ai_result', 'return_value', 'ai_agents_global_data'],
} as const;

interface Agent {
  readonly prompt: unknown;
  readonly global_data: Readonly<Record<string, unknown>> | undefined;
}

function startAgent(context: StepContext, { prompt: given }: Agent): Outcome {
  const { text: instructions, pom } = (given ?? {}) as { readonly text?: string; readonly pom?: unknown }; // Validated.
  if (instructions === undefined && pom === undefined)
    context.fails('relay_script_method_parameter_missing', `${context.step.name}.prompt requires text or pom`);
  const script = context.answerFor(context.step.name);
  if (!startAction(context, 'ai', {})) return setResult(context, 'failed', {});
  context.report('an AI agent talks with the caller');
  if (context.isFollowed && script === undefined) context.notSimulated(LACKS);
  const seconds = script?.after ?? (context.isFollowed ? CONVERSATION_SECONDS : undefined);
  return { do: 'wait', for: 'stop', ...(seconds !== undefined && { seconds }) };
}

function endAgent(context: StepContext, { global_data = {} }: Agent): Outcome {
  if (context.call.actions.some(({ kind }) => kind === 'ai')) stopAction(context, 'ai');
  const script = context.answerFor(context.step.name);
  context.report('the conversation ended');
  const ended = setResult(context, script?.result ?? 'success', global_data);
  for (const [name, value] of Object.entries(script?.variables ?? {})) context.set(name, value);
  return ended;
}

function setResult(context: StepContext, result: string, global_data: object): Outcome {
  context.set('ai_result', result);
  context.set('return_value', result);
  context.set('ai_agents_global_data', global_data);
  return { do: 'next' };
}

const aiParameters = {
  prompt,
  ...common,
  params: object(settings, { raw: true, doc: 'The settings of the conversation.' }),
  SWAIG: swaig,
  hints,
  pronounce,
  languages,
  multilingual,
} as const;

/** The fields of the verb `ai`. */
export type AiFields = ValuesOf<typeof aiParameters>;

export const ai = swmlVerb({
  ...conversation,
  name: 'ai',
  summary: 'Let an AI agent talk with the caller.',
  parameters: aiParameters,
  start: (context, params) => startAgent(context, params),
  resume: (context, _event, params) => endAgent(context, params),
});

export const amazon_bedrock = swmlVerb({
  ...conversation,
  name: 'amazon_bedrock',
  summary: 'Let an AI agent of Amazon Bedrock talk with the caller.',
  parameters: {
    prompt: bedrockPrompt,
    ...common,
    params: map(any(), { raw: true, doc: 'The settings.' }),
    SWAIG: swaig,
  },
  start: (context, params) => startAgent(context, params),
  resume: (context, _event, params) => endAgent(context, params),
});

const flag = bool({ default: true, variable: true });
const within = (min: number, max: number) => number({ min, max, variable: true });
const SIDECAR: Parameters = {
  idle_timeout_ms: within(50, 5000),
  min_interval_ms: within(0, 60_000),
  max_iters_per_tick: within(1, 20),
  max_history_tokens: within(1000, 200_000),
  act_on_channel: bool({ variable: true }),
  final_summary: bool({ variable: true }),
  ai_summary: bool({ variable: true }),
  ai_summary_prompt: text(),
  summary_model: text(),
  live_events: bool({ variable: true }),
  verbose_utterances: bool({ variable: true }),
  speech_engine: choice(['deepgram', 'google']),
  speech_timeout: whole({ variable: true }),
  vad_silence_ms: whole({ variable: true }),
  vad_thresh: whole({ variable: true }),
  debug_level: within(0, 100),
  debug: bool({ variable: true }),
  transcribe_prompt: text(),
};

export const ai_sidecar = swmlVerb({
  stage: 'ai',
  name: 'ai_sidecar',
  summary: 'Let an AI agent listen to a connected call.',
  parameters: {
    lang: text({ required: true, doc: 'The language.' }),
    prompt: either([text(), object({ text: text(), pom: list(any()), file: text() })], {
      raw: true,
      doc: 'The instructions.',
    }),
    model: text({ doc: 'The model.' }),
    direction: either([list(text()), text()], { doc: 'The two parties; a single party is not accepted.' }),
    customer_role: choice(['remote-caller', 'local-caller'], {
      default: 'remote-caller',
      doc: 'The party that is the customer.',
    }),
    url: text({ doc: 'Receives the events.' }),
    SWAIG: swaig,
    permissions: object(
      { swaig_allow_swml: flag, swaig_allow_settings: flag, swaig_set_global_data: flag },
      { doc: 'The permissions of the tools.' },
    ),
    global_data: map(any(), { raw: true, doc: 'The data of the session.' }),
    hints: list(text(), { min: 1, doc: 'Words for the recognition.' }),
    params: object(SIDECAR, { doc: 'The settings.' }),
    action: object(
      { summarize: object({ webhook: text(), prompt: text() }, { required: true }) },
      { doc: 'Requests a summary, in place of a start.' },
    ),
  },
  effect: { kind: 'not simulated', lacks: 'the agent hears nothing and does nothing' },
  sets: ['ai_agents_global_data'],
  callbacks: ['ai_sidecar'],
  start(context, { url, direction, global_data = {}, action }) {
    const one = direction === undefined ? 2 : new Set([direction].flat()).size;
    if (one < 2) {
      context.fails('relay_script_method_parameter_invalid_value', 'ai_sidecar.direction must name both parties');
      return { do: 'next' };
    }
    if (context.call.actions.some(({ kind }) => kind === 'live_transcribe')) {
      context.fails('relay_script_method_conflict', 'ai_sidecar and live_transcribe cannot run in the same call');
      return { do: 'next' };
    }
    if (action === undefined) {
      const callback = url === undefined ? null : ({ style: 'relay', url, method: 'POST', events: [] } as const);
      if (startAction(context, 'ai_sidecar', { callback })) context.report('an AI agent listens to the call');
    }
    context.set('ai_agents_global_data', global_data);
    context.notSimulated('the agent hears nothing and does nothing', 'ai_sidecar');
    return { do: 'next' };
  },
});

export const execute_rpc = swmlVerb({
  stage: 'flow',
  name: 'execute_rpc',
  summary: 'Run a call command on another call. Only the SDKs send this verb.',
  parameters: {
    method: text({ required: true, doc: 'dial, ai_message or ai_unhold.' }),
    call_id: text({ doc: 'The id of the other call.' }),
    node_id: text({ doc: 'The node of the other call.' }),
    params: map(any(), { raw: true, doc: 'The parameters of the command.' }),
  },
  effect: { kind: 'not simulated', lacks: 'no command is sent: use the calling commands of the REST API' },
  answers: false,
  start(context, { method }) {
    context.report(`${method} on another call`);
    context.notSimulated('no command is sent: use the calling commands of the REST API', 'execute_rpc');
    return { do: 'next' };
  },
});
