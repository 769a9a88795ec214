/** Returns the files of a new skill, by name: the skill, its test, and the recorded responses of its service. */
export function newSkillFiles(name: string): Readonly<Record<string, string>> {
  return { 'skill.ts': skillFile(name), 'skill.test.mjs': testFile(name), 'fixture.yaml': fixtureFile(name) };
}

const SERVICE = 'https://api.example.com';

const skillFile = (name: string) => `import { type ParameterSchema, SkillBase } from 'patchbay/skills';

export class ${className(name)} extends SkillBase {
  static override SKILL_NAME = '${name}';
  static override SKILL_DESCRIPTION = 'Looks up ${words(name)} by id.';
  static override EXAMPLE = { tool: 'get_${name}', args: { id: '7' } };
  static override PARAMETERS: ParameterSchema = {
    api_key: {
      type: 'string',
      description: 'The key of the service.',
      required: true,
      hidden: true,
      env_var: '${name.toUpperCase()}_API_KEY',
    },
    base_url: { type: 'string', description: 'The address of the service.', default: '${SERVICE}' },
  };

  setup() {
    return true; // false: the skill cannot work, and is not loaded
  }

  register_tools() {
    this.define_tool({
      name: 'get_${name}',
      description: 'Look up ${words(name)} by id.',
      parameters: { id: { type: 'string', description: 'The id.' } },
      required: ['id'],
      handler: ({ id }, _raw_data, { signal }) => this.lookUp(id, signal),
    });
  }

  override get_prompt_sections() {
    return [{ title: '${title(name)}', body: 'Ask for the id, then call get_${name}.' }];
  }

  private async lookUp(id: string, signal: AbortSignal): Promise<string> {
    const { api_key, base_url } = this.params as { api_key: string; base_url: string };
    const url = \`\${base_url}/${name}/\${encodeURIComponent(id)}\`;
    const { status, body } = await this.send_request({ method: 'GET', url, headers: { 'x-api-key': api_key }, signal });
    if (status === 404) return \`There is no \${id}.\`;
    if (status !== 200) throw new Error(\`the service answered \${status}\`);
    const { state } = JSON.parse(Buffer.from(body).toString()) as { state: string };
    return \`It is \${state}.\`;
  }
}
`;

const testFile = (name: string) => `import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openCassette, replayer } from 'patchbay/cassette';
import { Agent, createRegistry } from 'patchbay/skills';

const folder = dirname(fileURLToPath(import.meta.url));

/** Loads the skill, with the fixture in place of its service. */
async function agentWithSkill() {
  const registry = createRegistry();
  registry.add_skill_directory(dirname(folder));
  const agent = new Agent({ registry, transport: replayer(openCassette(join(folder, 'fixture.yaml'))) });
  await agent.add_skill('${name}', { api_key: 'a-key-for-tests' });
  return agent;
}

test('finds what it looks for', async () => {
  const agent = await agentWithSkill();
  assert.equal((await agent.call_tool('get_${name}', { id: '7' })).response, 'It is ready.');
});

test('says that an id is unknown', async () => {
  const agent = await agentWithSkill();
  assert.equal((await agent.call_tool('get_${name}', { id: '8' })).response, 'There is no 8.');
});

test('has a prompt and no warnings', async () => {
  const agent = await agentWithSkill();
  assert.deepEqual(agent.warnings, []);
});
`;

const fixtureFile = (
  name: string,
) => `# Recorded responses. To record those of the real service: patchbay skills run ${name} … --live --record FILE
---
kind: cassette
version: 1
origin: documented
tool: by hand
redaction: values are invented
---
kind: http
request:
  method: GET
  url: ${SERVICE}/${name}/7
response:
  status: 200
  headers:
    content-type: application/json
  body:
    json:
      state: ready
---
kind: http
request:
  method: GET
  url: ${SERVICE}/${name}/8
response:
  status: 404
  headers:
    content-type: application/json
  body:
    json:
      error: not found
`;

const wordsOf = (name: string): string[] => name.split('_').filter((word) => word !== '');
const words = (name: string): string => wordsOf(name).join(' ').toLowerCase() || name;
const title = (name: string): string => words(name).replace(/^./, (letter) => letter.toUpperCase());

/** The ending keeps the class apart from the classes that the file imports. */
function className(name: string): string {
  const joined = wordsOf(name).map((word) => word.replace(/^./, (letter) => letter.toUpperCase()));
  return `${joined.join('').replace(/^\d/, '_$&')}Skill`;
}
