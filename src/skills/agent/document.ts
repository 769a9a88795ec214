import type { PromptSection } from '../contract/skill-agent.js';
import type { DefinedTool } from '../contract/tool.js';
import type { AgentSettings } from './agent-settings.js';

/** Returns a tool in the format of the platform. */
export function functionDocument(
  { name, description, parameters, fields, data_map }: Omit<DefinedTool, 'handler'>,
  web_hook_url?: string,
): Record<string, unknown> {
  const runsHere = data_map === undefined && web_hook_url !== undefined;
  return {
    ...(runsHere && { web_hook_url }),
    ...fields,
    function: name,
    description,
    parameters,
    ...(data_map && { data_map }),
  };
}

interface Parts {
  readonly functions: readonly unknown[];
  readonly settings: AgentSettings;
  readonly hints: readonly string[];
  readonly global_data: Readonly<Record<string, unknown>>;
  readonly prompt_sections: readonly PromptSection[];
}

/** Returns the document that makes the platform run an agent. Empty parts are omitted. */
export function agentDocument({ functions, settings, hints, global_data, prompt_sections }: Parts) {
  const { SWAIG, prompt: _, hints: more = [], ...fields } = settings;
  const prompt = promptOf(settings, prompt_sections);
  const all = [...hints, ...more];
  const ai = {
    ...(prompt && { prompt }),
    ...fields,
    ...(all.length > 0 && { hints: all }),
    ...(Object.keys(global_data).length > 0 && { global_data }),
    ...((functions.length > 0 || SWAIG) && { SWAIG: { ...SWAIG, ...(functions.length > 0 && { functions }) } }),
  };
  return { version: '1.0.0', sections: { main: [{ ai }] } };
}

/** A text becomes the first section if there are others. Undefined if there is no part of a prompt. */
function promptOf({ prompt = {} }: AgentSettings, added: readonly PromptSection[]): object | undefined {
  const { text, pom = [], ...fields } = prompt;
  const sections = [...(text ? [{ body: text }] : []), ...pom, ...added];
  const instructions = text && sections.length === 1 ? { text } : sections.length > 0 ? { pom: sections } : {};
  const whole = { ...instructions, ...fields };
  return Object.keys(whole).length > 0 ? whole : undefined;
}
