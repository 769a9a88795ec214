import { SeenIds, type Session } from '../../../src/assist/index.js';

/** Creates a small session for completion. */
export const sessionWith = (scope: Readonly<Record<string, unknown>> = {}, more: Partial<Session> = {}): Session => ({
  names: () => ['platform', 'agent', ...Object.keys(scope)],
  isDeclared: (name) => Object.hasOwn(scope, name),
  peek: (name) => Object.getOwnPropertyDescriptor(scope, name),
  skills: async () => [
    {
      name: 'weather',
      description: 'Reports the weather.',
      parameters: {
        unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
        api_key: { type: 'string', required: true, description: 'Of the service.' },
      },
      tools: ['get_weather'],
    },
  ],
  skill: async () => undefined,
  loaded: () => ['weather'],
  tools: () => [
    {
      name: 'get_weather',
      description: 'The weather now.',
      parameters: { properties: { days: { type: 'integer' }, place: { type: 'string' } }, required: ['place'] },
    },
  ],
  seen: new SeenIds(),
  files: async (typed) =>
    ['notes.md', 'story.ts'].filter((name) => name.startsWith(typed)).map((text) => ({ text, kind: 'file' })),
  commands: [{ text: '.help', kind: 'command' }],
  command: async (line) => (line.startsWith('.mode') ? [{ text: 'sandbox', kind: 'value' }] : []),
  ...more,
});
