import { counted } from '../../util/index.js';
import type { Input } from './input.js';

/** Explains what to type in place of an input that is no code. Nothing is sent. */
export async function equivalentIn(
  input: Extract<Input, { kind: 'foreign' | 'request' }>,
  { isPrompt }: { readonly isPrompt: boolean },
): Promise<string> {
  if (input.kind === 'foreign') return (isPrompt ? input.atPrompt : undefined) ?? input.advice;
  const { importCase, typedCalls } = await import('../../cases/index.js');
  const { documents, problems, dropped } = importCase([{ name: 'the request', text: input.text }]);
  const calls = typedCalls(documents);
  const what = calls.length === 1 ? 'this request' : `these ${counted(calls.length, 'request')}`;
  return [
    calls.length === 0 ? 'No operation of the platform sends this request' : `To send ${what}, type:`,
    ...calls.map((call) => `  await ${call}`),
    ...problems,
    ...calls.flatMap(spacesForPlus),
    ...dropped.flatMap(({ near }) => near ?? []),
  ].join('\n');
}

/** Names the numbers in a form whose plus was not encoded: a server reads it as a space. */
const spacesForPlus = (call: string): string[] =>
  [...call.matchAll(/(\w+): ' (\d{6,15})'/g)].map(
    ([, name, digits]) =>
      `In a form, + is a space: ${name} is not a number. In curl, write --data-urlencode '${name}=+${digits}'`,
  );
