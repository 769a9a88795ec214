import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBench } from '../../src/bench/index.js';
import { sessionRecording } from '../../src/bench/transcript/session-recording.js';
import { exporterNamed } from '../../src/cases/index.js';
import { type Cassette, type CassetteEntry, saveRedacted, textOf } from '../../src/cassette/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { FIRST, LAST, PLANTED, type Scenario } from './scenarios.js';

/** Plays a scenario on a sandbox and returns the ticket in its three forms, by file name. */
export async function ticketFiles(scenario: Scenario): Promise<Readonly<Record<string, string>>> {
  const recording = await played(scenario);
  const customer = asCustomer(recording.project);
  return {
    'ticket.har': customer(harOf(recording)),
    'session.yaml': sessionOf(recording),
    'commands.txt': customer(commandsOf(recording, scenario.answers ?? false)),
  };
}

type Recording = Pick<Cassette, 'header' | 'documents'> & { readonly project: string };

async function played({ inputs, services = [] }: Scenario): Promise<Recording> {
  const bench = createBench();
  for (const input of [FIRST, ...inputs, LAST]) await bench.run(input);
  const { header, documents } = await sessionRecording(bench);
  await bench.close();
  // Latencies would make each run write another file. A latency of 0 is left out.
  const timeless = documents.map((one) => (one.kind === 'http' || 'ms' in one ? { ...one, ms: 1 } : one));
  return { header, documents: [...timeless, ...services], project: createSandbox().credentials.project };
}

/** The customer has another host, another account and other ids than a sandbox. */
const asCustomer = (project: string) => (text: string) =>
  text
    .replaceAll('sandbox.invalid', 'acme.example.com')
    .replaceAll(project, PLANTED.account)
    .replaceAll(FIRST_GROUP, (group) => [...group].reverse().join(''));

const FIRST_GROUP = /\b[0-9a-f]{8}(?=-[0-9a-f]{4}-4[0-9a-f]{3}-)/g;

function harOf(recording: Recording): string {
  const har: { log: { entries: { request: { headers: object[] } }[] } } = JSON.parse(
    exporterNamed('har').write({ ...recording, calls: [] }, {}),
  );
  const basic = Buffer.from(`${PLANTED.account}:${PLANTED.token}`).toString('base64');
  for (const { request } of har.log.entries) request.headers.push({ name: 'authorization', value: `Basic ${basic}` });
  return `${JSON.stringify(har, null, 1)}\n`;
}

function sessionOf(recording: Recording): string {
  const folder = mkdtempSync(join(tmpdir(), 'issues-'));
  try {
    const file = join(folder, 'session.yaml');
    saveRedacted(file, recording, { secrets: [PLANTED.token, PLANTED.account] });
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const inQuotes = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function commandsOf({ documents }: Recording, answers: boolean): string {
  const commands = documents.flatMap((document) => {
    if (document.kind !== 'http') return [];
    const { request, response } = document as CassetteEntry;
    const lines = [
      `curl -X ${request.method} ${inQuotes(request.url)}`,
      ...(request.url.includes('/api/') ? [`-u ${PLANTED.account}:${PLANTED.token}`] : []),
      ...(request.body
        ? [`-H 'Content-Type: ${request.type ?? 'application/json'}'`, `-d ${inQuotes(textOf(request.body))}`]
        : []),
    ];
    const headers = Object.entries(response?.headers ?? {}).map(([name, value]) => `${name}: ${value}\n`);
    const answer =
      answers && response ? `\nHTTP/1.1 ${response.status}\n${headers.join('')}\n${textOf(response.body)}\n` : '\n';
    return [`${lines.join(' \\\n  ')}${answer}`];
  });
  return commands.join('\n');
}
