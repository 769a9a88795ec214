// In a network namespace whose loopback interface also has an address of another network: each client of a program
// reaches it under node, and none of them does in a replay. A run takes a third of the clients, or all of them with
// PATCHBAY_TEST_LONG=1.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CLIENTS, DATAGRAM_CLIENTS, programFor } from '../../support/clients.js';
import { rotated } from '../../support/rotation.js';

const ELSEWHERE = '192.0.2.7';
assert.deepEqual(Object.keys(networkInterfaces()), ['lo'], 'not alone in a network namespace');
const root = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'clients-'));
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));

// The counter runs in its own thread, so that this thread can wait for each program.
const reached = new Int32Array(new SharedArrayBuffer(4));
const counter = new Worker(
  `const { workerData, parentPort } = require('node:worker_threads');
  const count = (socket) => {
    Atomics.add(workerData.reached, 0, 1);
    socket.on?.('error', () => {}).once('data', () => socket.end('HTTP/1.1 200 OK\\r\\ncontent-length: 2\\r\\nconnection: close\\r\\n\\r\\n{}'));
  };
  const server = require('node:net').createServer(count).listen(0, workerData.host, () => {
    const { port } = server.address();
    require('node:dgram').createSocket('udp4').on('message', count).bind(port, workerData.host, () => parentPort.postMessage(port));
  });`,
  { eval: true, workerData: { reached, host: ELSEWHERE } },
);
const port = await new Promise<number>((done, fail) => counter.once('message', done).once('error', fail));

function run(args: readonly string[]) {
  Atomics.store(reached, 0, 0);
  const { stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout: 30_000 });
  return { count: Atomics.load(reached, 0), stderr };
}

for (const [name, code] of rotated(Object.entries({ ...CLIENTS, ...DATAGRAM_CLIENTS }), 3)) {
  const file = join(folder, 'client.mjs');
  writeFileSync(file, `${programFor(code, ELSEWHERE, port)}\nprocess.exit();`);
  const plain = run([file]);
  assert.ok(plain.count > 0, `${name} reaches nothing under node: ${plain.stderr}`);
  const cli = join(root, 'dist', 'cli.js');
  const held = run([
    cli,
    '--replay',
    join(root, 'fixtures/paging/queues.yaml'),
    '-e',
    programFor(code, ELSEWHERE, port),
  ]);
  assert.equal(held.count, 0, `${name}: ${held.stderr}`);
  console.log(`ok offline: ${name} reaches nothing`);
}
await counter.terminate();
rmSync(folder, { recursive: true });
