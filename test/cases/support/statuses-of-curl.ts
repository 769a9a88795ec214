import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Sandbox } from '../../../src/sandbox/index.js';

/** Runs a script of curl commands against a sandbox, which is closed then, and returns the statuses. */
export async function statusesOfCurl(
  script: (base: string) => Promise<string>,
  { sandbox, folder }: { sandbox: Sandbox; folder: string },
): Promise<number[]> {
  const server = await sandbox.listen();
  writeFileSync(join(folder, '.curlrc'), 'silent\noutput = /dev/null\nwrite-out = "%{http_code}\\n"\n');
  writeFileSync(join(folder, 'case.sh'), await script(server.url));
  const { project, token } = server.credentials;
  const child = spawn('sh', ['case.sh'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, PLATFORM_PROJECT_ID: project, PLATFORM_API_TOKEN: token },
  });
  const shown = await text(child.stdout);
  await Promise.all([server.close(), sandbox.close()]);
  return shown.trim().split('\n').map(Number);
}
