import { anything, bool, either, int, list, obj, oneOf, str, suggest } from '../../field.js';
import { command } from '../calling.js';
import { pom } from '../fabric/ai_agents.js';

const Side = oneOf(['remote-caller', 'local-caller']);
const Model = suggest(['gpt-4o-mini', 'gpt-4.1-mini', 'gpt-4.1-nano'], 'Default `gpt-4o-mini`.');
const off = bool(undefined, { default: false });
const on = bool(undefined, { default: true });
const web_hook = { web_hook_url: str(), web_hook_auth_user: str(), web_hook_auth_password: str() };

const SWAIG = obj({}, {
  defaults: obj({}, web_hook),
  functions: list(obj({ function: str() }, {
    description: str(), purpose: str(), parameters: obj({ type: oneOf(['object']), properties: anything() }, { required: list(str()) }), ...web_hook,
  })),
  mcp_servers: list(obj({ url: str() }, { headers: anything(), resources: off, resource_vars: anything() })),
}, 'The functions that the AI can call.');
const tuning = obj({}, {
  idle_timeout_ms: int(undefined, { min: 50, max: 5000, default: 200 }), min_interval_ms: int(undefined, { min: 0, max: 60000, default: 0 }),
  max_iters_per_tick: int(undefined, { min: 1, max: 20, default: 5 }), max_history_tokens: int(undefined, { min: 1000, max: 200000, default: 8000 }),
  act_on_channel: on, final_summary: off, ai_summary: off, ai_summary_prompt: str(), summary_model: Model, live_events: off, verbose_utterances: off,
  speech_engine: oneOf(['deepgram', 'google'], undefined, { default: 'deepgram' }), speech_timeout: int(undefined, { min: 0, max: 600000 }),
  vad_silence_ms: int(undefined, { min: 0, max: 60000 }), vad_thresh: int(undefined, { min: 0, max: 10000 }),
  debug_level: int(undefined, { min: 0, max: 100, default: 0 }), debug: off, transcribe_prompt: str(),
});
const origin = 'documented';

/** Commands to a second AI that listens to a call without speaking in it. */
export const calling = {
  ai_sidecar: command('calling.ai_sidecar', 'Start an AI that listens to the call without speaking.', {
    needs: { lang: str(undefined, { min: 1 }) },
    takes: {
      prompt: either([str(), obj({ text: str() }), obj({ pom }), obj({ file: str() })]), model: Model,
      direction: list(Side, 'The party that the AI hears. The default is both.'), customer_role: oneOf(['remote-caller', 'local-caller'], 'The party that is the customer.', { default: 'remote-caller' }),
      url: str('Receives the output of the AI.'), SWAIG, permissions: obj({}, { swaig_allow_swml: on, swaig_allow_settings: on, swaig_set_global_data: on }),
      global_data: anything(), hints: list(str(), 'Words that the transcription expects.', { min: 1 }), params: tuning,
      action: obj({ summarize: obj({}, { webhook: str(), prompt: str() }) }),
    },
    origin, spends: true,
  }),
  ai_sidecar_poke:   command('calling.ai_sidecar.poke', 'Send text to the listening AI.', { origin, needs: { text: str() } }),
  ai_sidecar_ask:    command('calling.ai_sidecar.ask', 'Ask the listening AI a question.', { origin, needs: { text: str() } }),
  ai_sidecar_stop:   command('calling.ai_sidecar.stop', 'Stop the listening AI.', { origin, takes: {} }),
  ai_sidecar_status: command('calling.ai_sidecar.status', 'Request the status of the listening AI.', { origin, takes: {} }),
};
