import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstOfItsKind, rotated, sampled } from '../../support/rotation.js';
import { COMPILED } from '../../support/run-patchbay.js';

// Attacks on the computer of whoever replays the code of a stranger. They were written without reading our code.
interface Attack {
  readonly name: string;
  readonly group: string;
  readonly code: string;
}
const attacksIn = (file: string): readonly Attack[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
const attacks = attacksIn('escapes.json');

/** Attacks that change the names for those after them, or that end the process. */
const ALONE = ['patching-built-ins', 'interpreter', 'limits'];
/** The others share a process, because the start of one is most of their cost. Every run takes the first of each group. */
const together = sampled(
  [...attacks.filter(({ group }) => !ALONE.includes(group)), ...attacksIn('escape-siblings.json')],
  firstOfItsKind(({ group }) => group),
);
const IN_A_PROCESS = 120;
const batches = [
  ...together.flatMap(({ name }, index) =>
    index % IN_A_PROCESS === 0 ? [{ title: `from ${name}`, attacks: together.slice(index, index + IN_A_PROCESS) }] : [],
  ),
  ...rotated(attacks.filter(({ group }) => ALONE.includes(group))).map((one) => ({
    title: `${one.group}: ${one.name}`,
    attacks: [one],
  })),
];

const CLI = join(import.meta.dirname, '../../../dist/cli.js');
const PRIVATE = 'PRIVATE-TEXT-OF-THE-USER';
const UNTOUCHED = 'UNTOUCHED';
const SECRET = 'token-of-the-parent-4d1a';
const folder = mkdtempSync(join(tmpdir(), 'escapes-'));
const places = { file: join(folder, 'private.txt'), out: join(folder, 'out.txt'), socket: join(folder, 'http.sock') };
const hits: string[] = [];
const servers: Server[] = [];
const udp = createSocket('udp4');

async function listening(target: string | number): Promise<Server> {
  const server = createServer((request, response) => {
    hits.push(`${target} ${request.url}`);
    response.end(PRIVATE);
  });
  servers.push(server);
  if (typeof target === 'number') server.listen(target, '127.0.0.1');
  else server.listen(target);
  await once(server, 'listening');
  return server;
}

let filled: (code: string) => string;
beforeAll(async () => {
  writeFileSync(places.file, PRIVATE);
  writeFileSync(places.out, UNTOUCHED);
  const { port } = (await listening(0)).address() as AddressInfo;
  await listening(places.socket);
  udp.on('message', (message) => hits.push(`udp ${message}`));
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  const values = { ...places, port: String(port), udp: String(udp.address().port) };
  filled = (code) => Object.entries(values).reduce((all, [name, value]) => all.replaceAll(`{{${name}}}`, value), code);
});
afterAll(() => {
  for (const server of servers) server.close();
  udp.close();
  rmSync(folder, { recursive: true });
});

/** The most memory that a process has used, while it lives. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** The processes that a process has started. */
function childrenOf(pid: number | undefined): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

async function replay(name: string, codes: readonly string[]) {
  const header = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' };
  const lines = [header, ...codes.map((source) => ({ kind: 'input', source }))].map((one) => JSON.stringify(one));
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  const child = spawn(process.execPath, [CLI, 'replay', name, '--run', '--yes', '--timeout', '30'], {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH, HOME: folder, PATCHBAY_STATE_DIR: folder, PATCHBAY_CONFIG_DIR: folder },
      ...{ PLATFORM_PROJECT_ID: 'project', PLATFORM_API_TOKEN: SECRET, PLATFORM_SPACE: 'space.example.com' },
      ...COMPILED,
    },
  });
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, ...[child.pid, ...childrenOf(child.pid)].map(peakOf));
  }, 50);
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  clearInterval(watch);
  // The code is shown before it runs.
  const printed = err
    .split('\n')
    .filter((line) => !/^ *\d* \| /.test(line))
    .join('\n');
  return { out, printed, status: Number(status), peak };
}

describe('recorded code does not leave the interpreter', () => {
  it('has at least 165 attacks', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(165);
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  });

  it.each(batches)('$title', { timeout: 120_000 }, async ({ title, attacks: some }) => {
    hits.length = 0;
    const name = `${title.replace(/\W+/g, '-').slice(0, 60)}.ndjson`;
    const { out, printed, status, peak } = await replay(
      name,
      some.map(({ code }) => filled(code)),
    );
    expect(printed).not.toContain('ESCAPED');
    expect(printed + out).not.toContain(PRIVATE);
    expect(printed + out).not.toContain(SECRET);
    expect(hits).toEqual([]);
    expect(readFileSync(places.out, 'utf8')).toBe(UNTOUCHED);
    expect(printed + out).not.toMatch(/[\x1b\x07\x9b\u202a-\u202e\u2066-\u2069]/);
    // The report: requests that the sandbox received, then their number. None of them is in the recording.
    const lines = out.trimEnd().split('\n');
    const sent = lines.filter((line) => line.startsWith('   + different '));
    expect(lines.at(-1)).toBe(`0 same, ${sent.length} different`);
    expect([0, 1, 3]).toContain(status);
    expect(peak).toBeLessThan(600);
    // An attack after one that ends the process would not have run.
    if (!title.includes(':')) expect(printed).not.toMatch(/^patchbay: input \d+ (?:ended|was stopped|took)/m);
  });
});
