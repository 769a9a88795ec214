import { anything, bool, either, int, list, num, obj, oneOf, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { AiParams } from './ai_params.js';
import { AppAddress, family, resource } from './resource.js';

const tuning = {
  max_tokens: int(undefined, { min: 0, max: 4096, default: 256 }), temperature: num(undefined, { min: 0, max: 1.5, default: 1 }), top_p: num(undefined, { min: 0, max: 1, default: 1 }),
  confidence: num(undefined, { min: 0, max: 1, default: 0.6 }), presence_penalty: num(undefined, { min: -2, max: 2, default: 0 }), frequency_penalty: num(undefined, { min: -2, max: 2, default: 0 }),
};
const contexts = anything('The steps of the conversation.');
const bullets = list(str(), undefined, { min: 1 });
const section = { title: str(undefined, { min: 1 }), subsections: list(anything('A nested section.'), undefined, { min: 1 }), numbered: bool(), numberedBullets: bool() };
export const pom = list(either([
  shape('PromptTextSection', { body: str() }, { ...section, bullets }),
  shape('PromptBulletSection', { bullets }, { ...section, body: str() }),
]), 'The prompt as a list of sections.', { min: 1 });

const Prompt = either([shape('AiTextPrompt', { text: str() }, { ...tuning, contexts }), shape('AiSectionPrompt', { pom }, { ...tuning, contexts })], 'Instructions for the agent.');
const PostPrompt = either([shape('AiTextPostPrompt', { text: str() }, tuning), shape('AiSectionPostPrompt', { pom }, tuning)], 'Instructions for the agent after the call.');

const fillers = list(str(), 'Spoken while the agent thinks.');
const Pronounce = obj({ replace: str(), with: str() }, { ignore_case: bool(undefined, { default: true }) });
const Language = shape('AiLanguage',
  { name: str(), code: either([str(), list(str(), undefined, { max: 3 })], 'One code, or up to 3.'), voice: str() },
  {
    listen_language: either([str(), list(str())]), model: str(), auto_emotion: bool(undefined, { default: false }), auto_speed: bool(undefined, { default: false }), engine: str('Deprecated.'),
    params: anything(), fillers: list(str(), 'Deprecated.'), function_fillers: fillers, speech_fillers: fillers, turn_fillers: fillers, pronounce: list(anything()),
  },
);
const fillersByLanguage = either([fillers, anything()]);
const languages = list(anything());
const multilingual = {
  allowed: list(str()), engine: str(), model: str(undefined, { default: 'nova-3' }), provider: str(), start_language: str(undefined, { default: 'en' }),
  min_switch_words: int(undefined, { min: 1, default: 2 }), fillers: fillersByLanguage, function_fillers: fillersByLanguage, turn_fillers: fillersByLanguage,
};
const Swaig = shape('AiFunctions', {}, {
  functions: list(anything('A function that the agent can call.')), defaults: anything(), includes: list(anything('Functions of another server.')), mcp_servers: list(anything()),
  native_functions: list(oneOf(['check_time', 'wait_seconds', 'wait_for_user', 'adjust_response_latency'])), internal_fillers: anything(),
});

/** Fields of create and update requests that responses repeat. */
const settings = {
  global_data: anything('Data that the functions share.'), hints: list(either([str(), obj({ hint: str(), pattern: str(), replace: str() }, { ignore_case: bool(undefined, { default: false }) })]), 'Words to listen for.'),
  languages: list(Language), params: AiParams, post_prompt_url: str('Receives the result of `post_prompt`.'), pronounce: list(Pronounce), SWAIG: Swaig,
};
const repeated = { ...settings, multilingual: shape('AiMultilingual', { languages }, multilingual), post_prompt: PostPrompt };

const AiAgent = shape('AiAgent', { agent_id: str(), name: str(), prompt: Prompt }, repeated);
export const AiAgentResource = resource('AiAgentResource', 'ai_agent', AiAgent);

const agent_id = str('The server creates one.');
const common = family('ai_agents', 'AI agent', {
  update: 'PATCH', created: 201, needs: { name: str(), prompt: Prompt }, takes: { ...repeated, agent_id }, gives: AiAgentResource, addresses: AppAddress,
});

export const ai_agents = {
  ...common,
  // Omitted fields keep their values, also within the prompts.
  update: op('PATCH /api/fabric/resources/ai_agents/{resource_id:AI agent}', 'Update an AI agent.', {
    takes: {
      ...settings, name: str(), agent_id, prompt: obj({}, { text: str(), pom, ...tuning, contexts }), post_prompt: obj({}, { text: str(), pom, ...tuning }),
      multilingual: obj({}, { languages, ...multilingual }),
    },
    gives: AiAgentResource,
  }),
};
