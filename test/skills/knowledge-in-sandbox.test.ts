import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSandbox, type SandboxServer } from '../../src/sandbox.js';
import { Agent } from '../../src/skills/index.js';

/** The skills that search documents on the platform. A sandbox serves the documents on loopback. */
const SKILLS = ['knowledge_search', 'knowledge_search_serverless'];

const sandbox = createSandbox();
let server: SandboxServer;
beforeEach(async () => {
  server = await sandbox.listen();
});
afterEach(() => server.close());

async function searching(skill: string, params: Record<string, unknown> = {}) {
  const { project, token, host } = server.credentials;
  const { data } = await sandbox.client().datasphere.documents.list();
  const returns = data.find(({ filename }) => filename === 'returns.txt');
  const agent = new Agent({ env: { PLATFORM_ALLOW_PRIVATE_URLS: 'yes' } });
  await agent.add_skill(skill, {
    space_name: host,
    project_id: project,
    token,
    document_id: returns?.id,
    ...params,
  });
  return async (query: string) => String((await agent.call_tool('search_knowledge', { query })).response);
}

it.each(SKILLS)('%s finds a passage of a document', async (skill) => {
  const search = await searching(skill);
  expect(await search('How long do refunds take?')).toMatch(/refund/i);
});

it.each(SKILLS)('%s reports that nothing was found', async (skill) => {
  const search = await searching(skill);
  expect(await search('qwxzv')).toContain('The knowledge base has no result for "qwxzv"');
});

it.each([
  ['an unknown token', { token: 'PT-unknown' }],
  ['a document that does not exist', { document_id: '00000000-0000-4000-8000-000000000000' }],
])('both apologise for %s, and repeat no secret', async (_what, params) => {
  for (const skill of SKILLS) {
    const answer = await (await searching(skill, params))('How long do refunds take?');
    expect(answer).toMatch(/^The knowledge base (cannot|does not|received|rejected)/);
    expect(answer).not.toContain(server.credentials.token);
    expect(answer).not.toContain('PT-unknown');
  }
});
