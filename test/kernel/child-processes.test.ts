import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, vi } from 'vitest';
import { type RawKernel, startRawKernel } from '../support/raw-kernel.js';

vi.setConfig({ testTimeout: 120_000 });

/** Starts processes in all ways that a cell has. Each one opens the pipe, prints its name to it, and runs forever. */
const cell = (pipe: string) => `
import { exec, execSync, spawn } from 'node:child_process';
import { Worker } from 'node:worker_threads';
const hold = (name: string) => \`exec 3>'${pipe}'; echo \${name} >&3; sleep 10000; sleep 10000\`;
const sh = (name: string, options = {}) => spawn('/bin/sh', ['-c', hold(name)], options);
sh('spawn');
exec(hold('exec'));
sh('detached', { detached: true, stdio: 'ignore' }).unref();
sh('own-environment', { detached: true, stdio: 'ignore', env: {} }).unref();
spawn('/bin/sh', ['-c', \`trap '' TERM; \${hold('deaf')}\`], { detached: true, stdio: 'ignore' });
spawn('/bin/sh', ['-c', \`( \${hold('grandchild')} ) & setsid /bin/sh -c "\${hold('session')}" & exit\`], { stdio: 'ignore' });
execSync(\`( \${hold('background')} ) >/dev/null 2>&1 &\`);
new Worker(\`require('node:child_process').spawn('/bin/sh', ['-c', \${JSON.stringify(hold('thread'))}])\`, { eval: true });
undefined;
`;
const NAMES = 9;

const ENDS: readonly (readonly [how: string, end: (kernel: RawKernel) => Promise<unknown>])[] = [
  ['shuts down', (kernel) => kernel.shutDown()],
  ['restarts', (kernel) => kernel.ask('control', 'shutdown_request', { restart: true }).catch(() => {})],
  ['is killed', (kernel) => kernel.kill()],
  ['crashes', (kernel) => kernel.run('process.abort()').catch(() => {})],
];

it.runIf(process.platform === 'linux').each(ENDS)(
  'the processes that a cell started end when the kernel %s',
  async (_, end) => {
    const kernel = await startRawKernel();
    const pipe = join(kernel.folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // Ends when the last process with the pipe has ended.
    const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(reader, 'exit');
    const names = new Set<string>();
    const lines = createInterface({ input: reader.stdout });
    const allStarted = new Promise<void>((resolve) =>
      lines.on('line', (line) => {
        if (names.add(line).size === NAMES) resolve();
      }),
    );
    expect((await kernel.run(cell(pipe))).reply.status).toBe('ok');
    await allStarted;
    await end(kernel);
    expect(await ended).toEqual([0, null]);
    await kernel.exited;
    await kernel.kill();
  },
);
