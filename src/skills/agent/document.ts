import type { PromptSection } from '../contract/skill-agent.js';
import type { DefinedTool } from '../contract/tool.js';

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
  readonly hints: readonly string[];
  readonly global_data: Readonly<Record<string, unknown>>;
  readonly prompt_sections: readonly PromptSection[];
}

/** Returns the document that makes the platform run an agent. Empty parts are omitted. */
export function agentDocument({ functions, hints, global_data, prompt_sections }: Parts): Record<string, unknown> {
  const ai = {
    ...(prompt_sections.length > 0 && { prompt: { pom: prompt_sections } }),
    ...(hints.length > 0 && { hints }),
    ...(Object.keys(global_data).length > 0 && { global_data }),
    ...(functions.length > 0 && { SWAIG: { functions } }),
  };
  return { version: '1.0.0', sections: { main: [{ ai }] } };
}
