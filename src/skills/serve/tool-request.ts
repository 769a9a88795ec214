import { isPlain, jsonOf } from '../../util/index.js';
import type { ToolArguments } from '../contract/tool.js';

export interface ToolRequest {
  readonly tool: string;
  readonly call_id: string;
  readonly args: ToolArguments;
  readonly raw_data: Readonly<Record<string, unknown>>;
}

export function readToolRequest(body: string): ToolRequest | string {
  const raw_data = jsonOf(body);
  if (!isPlain(raw_data)) return 'the body is not a JSON object';
  const { function: tool, call_id } = raw_data;
  if (typeof tool !== 'string' || !/^[A-Za-z_]\w*$/.test(tool)) return 'the body has no valid function name';
  return { tool, call_id: typeof call_id === 'string' ? call_id : '', args: argumentsOf(raw_data), raw_data };
}

/** Returns the arguments as parsed by the platform, else as the model wrote them, else in the flat form. */
function argumentsOf({ argument, arguments: flat }: Readonly<Record<string, unknown>>): ToolArguments {
  const { parsed, raw } = isPlain(argument) ? argument : {};
  const [first] = Array.isArray(parsed) ? parsed : [];
  const candidates = [first, typeof raw === 'string' ? jsonOf(raw) : undefined, flat];
  return candidates.find(isPlain) ?? {};
}
