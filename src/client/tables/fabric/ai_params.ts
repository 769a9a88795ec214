import { anything, bool, either, int, list, nil, num, oneOf, shape, str, suggest } from '../../field.js';

const models = ['gpt-4o-mini', 'gpt-4.1-mini', 'gpt-4.1-nano'] as const;
const model = suggest(models);
const file = str('A URL.');
const yes = bool(undefined, { default: true });
const no = bool(undefined, { default: false });
const ms = (min: number, max: number, usual?: number) => int('In ms.', { min, max, ...(usual !== undefined && { default: usual }) });

/** The parameters of an AI agent. */
export const AiParams = shape('AiParams', {}, {
  // Identity and model
  ai_model: suggest(models, 'Default `gpt-4o-mini`.'), ai_name: str(undefined, { default: 'computer' }), app_name: str(undefined, { default: 'swml app' }),
  conscience: str('A reminder to follow the instructions.'), local_tz: str(undefined, { default: 'US/Central' }), max_response_tokens: int(undefined, { min: 1, max: 16384 }),
  max_emotion: int(undefined, { min: 1, max: 30, default: 30 }), enable_thinking: no, thinking_model: model, utility_model: model, enable_vision: no, vision_model: model,
  enable_inner_dialog: no, inner_dialog_model: model, inner_dialog_prompt: str(), inner_dialog_synced: no, pom_format: oneOf(['markdown', 'xml'], undefined, { default: 'markdown' }),

  // Greeting and turn taking
  static_greeting: str(), static_greeting_no_barge: no, wait_for_user: no, wake_prefix: str(), start_paused: no, enable_pause: no, speak_when_spoken_to: no,
  direction: oneOf(['inbound', 'outbound']), initial_sleep_ms: ms(0, 300000, 0), attention_timeout: either([int(undefined, { min: 10000, max: 600000 }), oneOf([0])], 'In ms; 0 turns it off.'),
  attention_timeout_prompt: str(), outbound_attention_timeout: ms(10000, 600000, 120000), inactivity_timeout: ms(10000, 3600000, 600000),
  hard_stop_time: str('For example `1h30m`.'), hard_stop_prompt: str(), languages_enabled: bool(), tts_number_format: oneOf(['international', 'national'], undefined, { default: 'international' }),
  turn_filler_sources: str(undefined, { default: 'spell,number' }), turn_filler_every_n: int(undefined, { min: 1, default: 1 }), turn_filler_min_ms: int(undefined, { min: 0, default: 0 }),
  eleven_labs_stability: num('Deprecated.', { min: 0, max: 1, default: 0.5 }), eleven_labs_similarity: num('Deprecated.', { min: 0, max: 1, default: 0.75 }),

  // Speech recognition
  openai_asr_engine: str(undefined, { default: 'deepgram:nova-3' }), asr_smart_format: bool(), asr_diarize: bool(), asr_speaker_affinity: bool(), llm_diarize_aware: bool(), vad_config: str(),
  energy_level: num(undefined, { min: 0, max: 100, default: 52 }), end_of_speech_timeout: ms(250, 10000, 700), first_word_timeout: ms(0, 10000, 1000), speech_timeout: ms(0, 600000, 60000),
  speech_event_timeout: ms(0, 10000, 1400), speech_gen_quick_stops: int(undefined, { min: 0, max: 10, default: 3 }), enable_turn_detection: yes, turn_detection_timeout: ms(0, 10000, 250),
  input_poll_freq: ms(1000, 10000, 2000), digit_timeout: ms(0, 30000, 3000), digit_terminators: str(), auto_correct: no,
  enable_text_normalization: oneOf(['heard', 'spoken', 'both', 'true', 'on', 'false', 'off', 'none'], undefined, { default: 'both' }),

  // Interruptions
  enable_barge: either([str(), bool()], 'Default `complete,partial`.'), barge_match_string: str(), barge_min_words: int(undefined, { min: 1, max: 99 }), barge_functions: yes,
  transparent_barge: yes, transparent_barge_max_time: ms(0, 60000, 3000), acknowledge_interruptions: bool(), interrupt_prompt: str(), interrupt_on_noise: bool(),

  // Background audio and video
  ai_volume: int(undefined, { min: -50, max: 50, default: 0 }), background_file: file, background_file_loops: either([int(), nil]), background_file_volume: int(undefined, { min: -50, max: 50, default: 0 }),
  hold_music: file, hold_on_process: no, video_listening_file: file, video_idle_file: file, video_talking_file: file,

  // Memory and functions
  convo: list(anything('A message of an earlier conversation.')), conversation_id: str(), conversation_sliding_window: int(), save_conversation: bool(), persist_global_data: yes, transfer_summary: no,
  summary_mode: oneOf(['string', 'original']), redact_prompt: str(), cache_mode: no, function_wait_for_talking: no, functions_on_no_response: no,
  swaig_allow_settings: yes, swaig_allow_swml: yes, swaig_post_conversation: no, swaig_set_global_data: yes, swaig_post_swml_vars: either([bool(), list(str())]),

  // Debugging
  debug: either([bool(), int()]), debug_webhook_url: str(), debug_webhook_level: int(undefined, { min: 0, max: 2 }), verbose_logs: no, audible_debug: no, audible_latency: no, enable_accounting: bool(),
});
