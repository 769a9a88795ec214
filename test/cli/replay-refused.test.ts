import { afterEach, beforeEach, expect, it } from 'vitest';
import { replayFile } from '../../src/cli/cases/replay.js';
import { createSandbox } from '../../src/sandbox.js';
import { http } from '../cases/support/recorded-case.js';

const HEADER = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' } as const;
const QUEUES = '/api/relay/rest/queues';
const DOCUMENTS = [
  http('POST', QUEUES, { sent: { name: 'night' }, status: 201, answer: { id: 'queue-0001', name: 'night' } }),
  http('DELETE', `${QUEUES}/queue-0001`, { status: 204 }),
  http('POST', QUEUES, { sent: { name: 'later' }, status: 201, answer: { id: 'queue-0002', name: 'later' } }),
  http('GET', QUEUES, { status: 200, answer: { data: [] } }),
];

const sandbox = createSandbox();
let server: Awaited<ReturnType<typeof sandbox.listen>>;
beforeEach(async () => {
  server = await sandbox.listen();
  process.env.PLATFORM_PROJECT_ID = server.credentials.project;
  process.env.PLATFORM_API_TOKEN = server.credentials.token;
  process.env.PLATFORM_SPACE = server.url;
});
afterEach(async () => {
  for (const name of ['PROJECT_ID', 'API_TOKEN', 'SPACE']) delete process.env[`PLATFORM_${name}`];
  await server.close();
});

it('sends nothing more to the platform after the user did not confirm a request', async () => {
  const questions: string[] = [];
  const warnings: string[] = [];
  let printed = '';
  const { report, refused } = await replayFile(
    { header: HEADER, documents: DOCUMENTS },
    {
      live: true,
      json: false,
      write: (text) => {
        printed += text;
      },
      warn: (line) => warnings.push(line),
      question: {
        ask: async (text) => {
          questions.push(text);
          return false;
        },
        wasUnanswered: () => false,
      },
    },
  );
  expect(questions).toEqual([expect.stringMatching(/^Send queues\.delete/)]);
  expect(sandbox.journal.map(({ operation }) => operation)).toEqual(['queues.create']);
  expect(refused).toBe('no');
  expect(report.requests).toHaveLength(1);
  expect(printed).toMatch(/^ {3}1 .*queues\.create 201\n/);
  expect(printed).not.toContain('queues.delete');
  expect(warnings).toEqual(['patchbay: stopped at 2 queues.delete: you did not confirm it. 1 of 4 requests were sent']);
});
