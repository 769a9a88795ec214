// Kills a recording process 16 times at random moments, or 50 times with PATCHBAY_TEST_LONG=1: the file opens, with every
// exchange whose answer had come.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCassette } from '../../../dist/cassette.js';

const TIMES = process.env.PATCHBAY_TEST_LONG === '1' ? 50 : 16;
const folder = mkdtempSync(join(tmpdir(), 'killed-'));
const answer = JSON.stringify({ text: 'x'.repeat(3000) });
const server = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
);
await once(server.listen(0, '127.0.0.1'), 'listening');

let answered = 0;
let torn = 0;
for (let time = 0; time < TIMES; time++) {
  const file = join(folder, `${time}.${time % 2 ? 'yaml' : 'ndjson'}`);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'support/asker.mjs'), url(), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    if (said === '') setTimeout(() => child.kill('SIGKILL'), Math.random() * 40);
    said += text;
  });
  await once(child, 'close');
  const numbers = said.split('\n').slice(0, -1);
  const { entries, warnings } = openCassette(file);
  const kept = new Set(entries.map(({ request }) => new URL(request.url).pathname));
  for (const number of numbers) assert.ok(kept.has(`/${number}`), `${file} lost /${number}`);
  answered += numbers.length;
  torn += warnings.length;
}
server.close();
server.closeAllConnections();
rmSync(folder, { recursive: true });
assert.ok(answered > TIMES);
console.log(`ok killed ${TIMES} times: all ${answered} answers that had come are in the files (${torn} torn ends)`);

function url() {
  return `http://127.0.0.1:${server.address().port}`;
}
