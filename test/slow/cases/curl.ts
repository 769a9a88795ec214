// Runs bash commands of the curl corpus with the real curl, and compares what curl sends with what is imported: a twentieth of
// the requests in each style, or all of them with PATCHBAY_TEST_LONG=1.
import { execFile } from 'node:child_process';
import { isDeepStrictEqual, promisify } from 'node:util';
import { curl } from '../../../src/cases/import/curl/read-curl.js';
import { REQUESTS, STYLES } from '../../cases/import/curl-styles.js';
import { receiver } from '../../support/loopback.js';
import { rotated } from '../../support/rotation.js';

const run = promisify(execFile);
const server = await receiver();
let passed = 0;
const failures: string[] = [];

for (const [name, { shell, write }] of Object.entries(STYLES)) {
  if (shell !== 'bash') continue;
  for (const request of rotated(REQUESTS)) {
    const command = write(server.url, request);
    server.received.length = 0;
    await run('bash', ['-c', command.replace(/^\$ /, '')], { env: { PATH: process.env.PATH } });
    const [sent] = server.received;
    const [found] = curl.read(command, 'x').requests;
    const one = {
      method: sent?.method,
      // curl encodes with small letters where it encodes a second time.
      url: new URL(sent?.target ?? '', server.url).href.replace(/%[0-9a-f]{2}/g, (code) => code.toUpperCase()),
      body: sent?.body,
      type: sent?.headers['content-type'],
    };
    const other = {
      method: found?.method,
      url: found?.url,
      body: found?.body === undefined ? '' : Buffer.from(found.body).toString(),
      type: found?.type,
    };
    if (isDeepStrictEqual(one, other)) passed++;
    else failures.push(`${name}: ${command}\n  curl:   ${JSON.stringify(one)}\n  import: ${JSON.stringify(other)}`);
  }
}
await server.close();
for (const failure of failures) console.log(failure);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
