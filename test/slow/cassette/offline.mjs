// In replay nothing leaves: neither what the client asks, nor fetch of a script, and nothing reaches a listener on loopback
// that the recording was made against. A script can still reach loopback, with sockets too.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

assert.deepEqual(Object.keys(networkInterfaces()), ['lo'], 'not alone in a network namespace');
const folder = mkdtempSync(join(tmpdir(), 'offline-'));
let reached = 0;
const server = createServer((_, response) => {
  reached++;
  response.end('{}');
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const port = server.address().port;

const run = async (replay, code) => {
  const child = spawn(process.execPath, ['dist/cli.js', '--replay', replay, '--check', '--json', '-e', code]);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, out, err };
};
const proved = (what) => console.log(`ok offline: ${what}`);

const lesson = 'fixtures/paging/queues.yaml';
const asked = await run(lesson, "(await platform.queues.create({ name: 'north' })).friendly_name");
// The recording has more requests than the script sends, so the check fails.
assert.deepEqual([asked.code, asked.out], [3, '"north"\n'], asked.err);
proved('the client gets the recorded responses');

const missed = await run(lesson, "await platform.queues.create({ name: 'elsewhere' })");
assert.equal(missed.code, 3, missed.err);
proved('an unrecorded request is an error');

// As if it had been recorded against the listener.
const local = join(folder, 'local.ndjson');
const lines = [
  { kind: 'cassette', version: 1, origin: 'live', tool: 'test', redaction: 'none' },
  {
    kind: 'http',
    request: { method: 'GET', url: `http://127.0.0.1:${port}/api/relay/rest/queues` },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: { json: { data: [], links: {} } } },
  },
];
writeFileSync(local, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
const quiet = await run(local, '(await platform.queues.list()).data.length');
assert.deepEqual([quiet.code, quiet.out, reached], [0, '0\n', 0], quiet.err);
proved('a listener at the recorded address receives nothing');

const gone = await run(lesson, "await fetch('http://203.0.113.9/')");
assert.equal(gone.code, 1);
assert.match(gone.err, /not on this machine/);
proved('fetch in a script is rejected by host name');

const loopback = await run(lesson, `(await fetch('http://127.0.0.1:${port}/')).status`);
assert.deepEqual([loopback.code, loopback.out, reached], [3, '200\n', 1], loopback.err);
proved('fetch in a script reaches loopback and is counted');

// It hangs up itself: a command waits for what its script leaves open, and a server for a request that never comes.
const raw = await run(
  lesson,
  `const { once } = await import('node:events'); const socket = (await import('node:net')).connect(${port}, '127.0.0.1'); await once(socket, 'connect'); socket.destroy(); 'connected'`,
);
assert.deepEqual([raw.code, raw.out], [3, '"connected"\n'], raw.err);
proved('a socket in a script reaches loopback');

server.close();
server.closeAllConnections();
rmSync(folder, { recursive: true });
