import type { FunctionResult } from '../../skills/index.js';

interface Text {
  readonly type: 'text';
  readonly text: string;
}

const text = (content: string): Text => ({ type: 'text', text: content });

/**
 * Returns the content for a client: the response, actions that only the platform can perform, and whether it is
 * recorded.
 */
export function contentOf(
  { response }: FunctionResult,
  { actions, isRecorded }: { actions: readonly Record<string, unknown>[]; isRecorded: boolean },
): Text[] {
  const parts = typeof response === 'string' ? [response] : [response.tool_result, response.tool_prompt];
  const texts = parts.filter((part) => part !== undefined && part !== '') as string[];
  return [
    text(texts.join('\n\n')),
    ...(actions.length > 0 ? [text(`The platform would also perform these actions: ${JSON.stringify(actions)}`)] : []),
    ...(isRecorded
      ? [text('This response comes from a recording. Start patchbay with --live to use the service itself.')]
      : []),
  ];
}
