import { any, bool, either, list, map, number, object, text, whole } from '../parameters.js';

const tuned = (min: number, max: number) => number({ min, max, variable: true });
const flag = bool({ variable: true });

const TUNING = {
  temperature: tuned(0, 1.5),
  top_p: tuned(0, 1),
  confidence: tuned(0, 1),
  presence_penalty: tuned(-2, 2),
  frequency_penalty: tuned(-2, 2),
  max_tokens: whole({ min: 0, max: 4096, variable: true }),
} as const;

const pom = list(
  object({
    title: text(),
    body: text(),
    bullets: list(text()),
    subsections: list(any()),
    numbered: flag,
    numberedBullets: flag,
  }),
);
const fillers = either([map(any()), list(text())]);

const step = object({
  name: text({ required: true }),
  text: text(),
  pom,
  step_criteria: text(),
  functions: either([list(text()), text()]),
  valid_steps: list(text()),
  valid_contexts: list(text()),
  skip_user_turn: flag,
  end: flag,
  skip_to_next_step: flag,
  history: text(),
  reset: map(any()),
  gather_info: map(any()),
});

const context = object({
  steps: list(step, { required: true, min: 1 }),
  isolated: flag,
  enter_fillers: fillers,
  exit_fillers: fillers,
  text: text(),
  pom,
  initial_step: text(),
  system_prompt: text(),
  user_prompt: text(),
  post_prompt: text(),
  consolidate: flag,
  full_reset: flag,
  valid_contexts: list(text()),
  valid_steps: list(text()),
  history: text(),
});

/** The prompt of an agent. */
export const prompt = object(
  { text: text(), pom, contexts: map(context), ...TUNING },
  { required: true, raw: true, doc: 'The instructions: text or pom, and contexts.' },
);
export const bedrockPrompt = object(
  { text: text(), pom, ...TUNING, voice_id: text() },
  { required: true, raw: true, doc: 'The instructions: text or pom.' },
);
export const postPrompt = either([object({ text: text(), pom, ...TUNING }), text()], {
  raw: true,
  doc: 'Instructions that apply after the conversation.',
});

const tool = {
  function: text({ required: true }),
  description: text(),
  purpose: text(),
  parameters: map(any()),
  argument: map(any()),
  web_hook_url: text(),
  web_hook_auth_user: text(),
  web_hook_auth_password: text(),
  web_hook_auth_pass: text(),
  data_map: map(any()),
  active: either([flag, text()]),
  meta_data: map(any()),
  meta_data_token: text(),
  fillers,
  wait_for_fillers: flag,
  skip_fillers: flag,
  is_hangup_hook: flag,
  wait_file: text(),
  wait_file_loops: either([whole(), text()]),
} as const;

export const swaig = object(
  {
    defaults: object({
      web_hook_url: text(),
      web_hook_auth_user: text(),
      web_hook_auth_password: text(),
      web_hook_auth_pass: text(),
    }),
    functions: list(object(tool)),
    native_functions: list(text()),
    includes: list(
      object({
        url: text({ required: true }),
        functions: list(text(), { required: true }),
        meta_data: map(any()),
        auth_user: text(),
        auth_password: text(),
        user: text(),
        pass: text(),
      }),
    ),
    internal_fillers: map(any()),
    mcp_servers: list(
      object({ url: text({ required: true }), headers: map(any()), resources: flag, resource_vars: map(any()) }),
    ),
  },
  { raw: true, doc: 'The tools.' },
);

export const languages = list(
  object({
    name: text({ required: true }),
    code: either([text(), list(text())], { required: true }),
    voice: text({ required: true }),
    model: text(),
    auto_emotion: flag,
    auto_speed: flag,
    function_fillers: list(text()),
    speech_fillers: list(text()),
    turn_fillers: list(text()),
    params: map(any()),
    pronounce: any(),
    listen_language: text(),
    fillers: list(text()),
    engine: text(),
  }),
  { raw: true, doc: 'The languages, with a voice for each.' },
);

export const multilingual = object(
  {
    languages: list(object({ language: text(), default: any(), voice: text(), model: text(), params: map(any()) }), {
      required: true,
    }),
    allowed: list(text()),
    engine: text(),
    model: text(),
    provider: text(),
    start_language: text(),
    min_switch_words: whole({ variable: true }),
    fillers: any(),
    function_fillers: any(),
    turn_fillers: any(),
  },
  { raw: true, doc: 'Follows the language of the caller.' },
);

export const hints = list(
  either([
    text(),
    object({
      hint: text({ required: true }),
      pattern: text({ required: true }),
      replace: text({ required: true }),
      ignore_case: flag,
    }),
  ]),
  { raw: true, doc: 'Words for the recognition.' },
);
export const pronounce = list(
  object({ replace: text({ required: true }), with: text({ required: true }), ignore_case: flag }),
  { raw: true, doc: 'The pronunciation of words.' },
);
