import { expect, it } from 'vitest';
import { skillHelp } from '../../src/assist/index.js';
import { Sheet, showText } from '../../src/show/index.js';
import { createRegistry, exampleCommand, previewSkill, type SkillPreview } from '../../src/skills/index.js';

const registry = createRegistry({ env: {} });
const preview = async (name: string) => (await previewSkill(registry, name)) as SkillPreview;

it('shows a skill with the parameters of its example', async () => {
  const { tools, problem } = await preview('play_background_file');
  expect(problem).toBeUndefined();
  expect(tools[0]?.parameters.properties.action?.enum).toEqual(['start_welcome', 'stop']);
});

it('shows the example as code and as a command', async () => {
  expect(showText(new Sheet(skillHelp(await preview('math'))))).toMatch(
    /\nFrom a shell\n {2}patchbay skills run math calculate '\{"expression":"\(19\.99 \+ 5\) \* 3"\}'$/,
  );
});

it('quotes an example for the shell', () => {
  const example = { tool: 'say', args: { text: "it's $HOME" }, params: { a: ['"'] } };
  expect(exampleCommand('x', example)).toBe(
    `patchbay skills run x say '{"text":"it'\\''s $HOME"}' --params '{"a":["\\""]}'`,
  );
});
