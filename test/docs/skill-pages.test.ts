import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openCassette, replayer } from '../../src/cassette/index.js';
import { skills } from '../../src/cli/commands/skills.js';
import { setEgress } from '../../src/http/index.js';
import { secretCutter } from '../../src/redact/index.js';
import { Agent, createRegistry, missingSecrets } from '../../src/skills/index.js';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'docs/reference/skills');
const pages = readdirSync(folder).filter((name) => name !== 'README.md');
const registry = createRegistry({ env: {} });

afterEach(() => {
  vi.restoreAllMocks();
  setEgress('open');
});

it('has a page for every skill that comes with the package', async () => {
  const known = (await registry.list_skills()).map(({ name }) => `${name}.md`);
  expect(pages.sort()).toEqual(known.sort());
});

it.each(pages)('%s shows a command that works', async (page) => {
  const [, line = ''] = /```sh\npatchbay skills (.*)\n```/.exec(readFileSync(join(folder, page), 'utf8')) ?? [];
  const words = shellWords(line);
  expect(words.slice(0, 2)).toEqual(['run', page.replace(/\.md$/, '')]);
  const recording = join(root, 'fixtures/services', words[1] as string, 'success.yaml');
  await (existsSync(recording) ? fromRecording(words, recording) : onThisMachine(words));
});

async function onThisMachine(words: readonly string[]): Promise<void> {
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  expect(await skills.run(words)).toBe(0);
  expect(String(write.mock.calls[0]?.[0]).trim()).not.toBe('');
}

/** The first answer of the recording must be needed and be enough. */
async function fromRecording(words: readonly string[], recording: string): Promise<void> {
  const [, name = '', tool = '', args = '{}', , params = '{}'] = words;
  const schema = (await registry.get_skill_class(name))?.get_parameter_schema() ?? {};
  const placeholders = missingSecrets(schema, {}, {});
  const secrets = secretCutter(Object.values(placeholders) as string[]);
  const transport = replayer(openCassette(recording), { secrets });
  const asked = transport.unused().length;
  const agent = new Agent({ registry, env: {}, transport });
  await agent.add_skill(name, { ...placeholders, ...JSON.parse(params) });
  expect((await agent.call_tool(tool, JSON.parse(args))).response).not.toBe('');
  expect(transport.unused().length).toBeLessThan(asked);
  await agent.close();
}

/** Words in single quotes, or without any. */
function shellWords(line: string): string[] {
  const words = line.match(/(?:'[^']*'|\\'|[^\s'])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|\\'/g, (_, inside) => inside ?? "'"));
}
