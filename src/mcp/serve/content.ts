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
  const told = parts.filter((part) => part !== undefined && part !== '') as string[];
  return [
    text(told.join('\n\n')),
    ...(actions.length > 0
      ? [text(`On the platform this would also be done, which here it is not: ${JSON.stringify(actions)}`)]
      : []),
    ...(isRecorded
      ? [text('This comes from a recording, not from the service itself; patchbay with --live asks the service.')]
      : []),
  ];
}
