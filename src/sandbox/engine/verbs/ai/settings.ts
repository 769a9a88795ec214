import {
  any,
  bool,
  either,
  list,
  number,
  object,
  type Parameter,
  type Parameters,
  text,
  whole,
} from '../parameters.js';

const ms = (min: number, max: number) => whole({ min, max, variable: true, doc: 'In milliseconds.' });
const flag = bool({ variable: true });
const named = <P extends Parameter>(names: string, parameter: P): Readonly<Record<string, P>> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, parameter]));

const FLAGS = `enable_inner_dialog inner_dialog_synced enable_pause start_paused speak_when_spoken_to enable_thinking
  enable_vision enable_turn_detection languages_enabled save_conversation transfer_summary wait_for_user asr_diarize
  asr_smart_format asr_speaker_affinity llm_diarize_aware auto_correct barge_functions transparent_barge
  hold_on_process static_greeting_no_barge function_wait_for_talking functions_on_no_response swaig_allow_settings
  swaig_allow_swml swaig_set_global_data swaig_post_conversation persist_global_data enable_accounting audible_debug
  audible_latency cache_mode verbose_logs`;
const TEXTS = `ai_model ai_name app_name conscience conversation_id inner_dialog_model inner_dialog_prompt wake_prefix
  thinking_model vision_model utility_model local_tz redact_prompt openai_asr_engine vad_config barge_match_string
  interrupt_prompt attention_timeout_prompt hard_stop_time hard_stop_prompt digit_terminators background_file hold_music
  static_greeting turn_filler_sources debug_webhook_url video_idle_file video_listening_file video_talking_file`;
const MILLISECONDS: Readonly<Record<string, readonly [number, number]>> = {
  turn_detection_timeout: [0, 10_000],
  end_of_speech_timeout: [0, 10_000],
  first_word_timeout: [0, 10_000],
  speech_event_timeout: [0, 10_000],
  speech_timeout: [0, 600_000],
  transparent_barge_max_time: [0, 60_000],
  attention_timeout: [0, 600_000],
  outbound_attention_timeout: [10_000, 600_000],
  inactivity_timeout: [0, 3_600_000],
  initial_sleep_ms: [0, 300_000],
  digit_timeout: [0, 30_000],
  input_poll_freq: [1000, 10_000],
};

const within = (min: number, max: number) => number({ min, max, variable: true });
const values = (...all: readonly string[]): Parameter => ({ kind: 'text', values: all, variable: true });

/** The settings of a conversation. */
export const settings: Parameters = {
  ...named(FLAGS, flag),
  ...named(TEXTS, text()),
  ...Object.fromEntries(Object.entries(MILLISECONDS).map(([name, [min, max]]) => [name, ms(min, max)])),
  convo: list(object({ role: text({ required: true }), content: text({ required: true }), lang: text() })),
  conversation_sliding_window: whole({ min: 0, variable: true }),
  direction: values('inbound', 'outbound'),
  summary_mode: values('string', 'original'),
  enable_text_normalization: either([values('heard', 'spoken', 'both', 'true', 'on', 'false', 'off', 'none'), flag]),
  energy_level: within(0, 100),
  ai_volume: within(-50, 50),
  max_emotion: within(1, 30),
  speech_gen_quick_stops: within(0, 10),
  tts_number_format: values('international', 'national'),
  eleven_labs_similarity: within(0, 1),
  eleven_labs_stability: within(0, 1),
  acknowledge_interruptions: either([flag, whole({ min: 1 })]),
  barge_min_words: within(1, 99),
  enable_barge: either([text(), bool()]),
  interrupt_on_noise: either([flag, whole()]),
  background_file_loops: any(),
  background_file_volume: within(-50, 50),
  swaig_post_swml_vars: either([flag, list(text())]),
  max_response_tokens: within(1, 16_384),
  pom_format: values('markdown', 'xml'),
  turn_filler_every_n: whole({ min: 1, variable: true }),
  turn_filler_min_ms: whole({ min: 0, variable: true }),
  debug_webhook_level: within(0, 2),
  debug: either([flag, whole()]),
};
