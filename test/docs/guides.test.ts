import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { describePrograms } from '../support/page-programs.js';

const root = join(import.meta.dirname, '../..');
const names = readdirSync(join(root, 'docs/guides')).filter((name) => name.endsWith('.md'));
const guides = [...names.map((name) => `guides/${name}`), 'tutorial.md'];
const folder = mkdtempSync(join(tmpdir(), 'guides-'));
const server = createSandbox().listen();
afterAll(async () => {
  await (await server).close();
  rmSync(folder, { recursive: true });
});
beforeAll(() => {
  // The guides type `patchbay`.
  writeFileSync(
    join(folder, 'patchbay'),
    `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'dist/cli.js')}" "$@"\n`,
  );
  chmodSync(join(folder, 'patchbay'), 0o755);
});

/** The live project of the guides is a sandbox on loopback. */
async function inShell(command: string, cwd: string) {
  const { url, credentials } = await server;
  const child = spawn('sh', ['-c', command], {
    cwd,
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      PATCHBAY_STATE_DIR: folder,
      PATCHBAY_CONFIG_DIR: folder,
      NO_COLOR: '1',
      PLATFORM_PROJECT_ID: credentials.project,
      PLATFORM_API_TOKEN: credentials.token,
      PLATFORM_SPACE: url,
    },
  });
  child.stdin.end();
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

it.each(guides)('%s runs as printed', { timeout: 300_000 }, async (guide) => {
  const page = readFileSync(join(root, 'docs', guide), 'utf8');
  const cwd = mkdtempSync(join(folder, 'guide-'));
  const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  let printed = '';
  for (const { 1: kind, 2: content = '', index } of blocks) {
    if (kind === 'sh') {
      printed = '';
      for (const command of content.trim().split('\n')) {
        const { code, out, err } = await inShell(command, cwd);
        // A command that finds a difference or a problem exits with 3.
        const expected = /cassette diff|# exits with 3/.test(command) ? 3 : 0;
        expect([command, code, err]).toEqual([command, expected, err]);
        printed += out;
      }
    } else if (kind === 'output') {
      for (const line of content.trimEnd().split('\n')) expect(printed).toContain(line);
    } else {
      const [, name] = /as `([\w.-]+)`[^`]*$/.exec(page.slice(0, index)) ?? [];
      if (name === undefined) throw new Error(`${guide} does not say where to save a block`);
      writeFileSync(join(cwd, name), content);
    }
  }
  expect(blocks.filter(([, kind]) => kind === 'sh').length).toBeGreaterThan(1);
});

describePrograms('docs/guides/webhooks/README.md');
