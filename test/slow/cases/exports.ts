// Runs the commands in the report on a ticket as a user does, and each exported notebook in its own kernel: a twentieth of
// the tickets, or all of them with PATCHBAY_TEST_LONG=1.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { exportCase, replay } from '../../../src/cases/index.js';
import { linkPackages, reportCommands } from '../../cases/support/report-commands.js';
import { CAUSES, openTicket, policy, secrets, TICKETS } from '../../cases/support/tickets.js';
import { rotated } from '../../support/rotation.js';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'exports-'));
linkPackages(folder);
let bad = 0;
function check(name: string, isOk: boolean, shown: string): void {
  if (!isOk) bad++;
  console.log(`${isOk ? 'ok' : `not ok`} ${name}${isOk ? '' : `\n${shown}`}`);
}

const notebooks = new Map<string, number>();
async function checkReport(name: string, form: string): Promise<void> {
  const { file, cassette } = openTicket(folder, name, form);
  const options = { policy, secrets, file };
  const report = await exportCase(cassette, 'report', options);
  const { code, shown } = await reportCommands(folder, `${name}-${form}`, report);
  const { trap, field = '' } = CAUSES[name] ?? {};
  const hasCause = new RegExp(trap === undefined ? `field +${field}` : `trap +${trap}`).test(shown);
  check(`the report on ${name} as ${form}`, code === 0 && hasCause && shown.includes('1 passed'), shown);
  writeFileSync(`${file}.ipynb`, await exportCase(cassette, 'notebook', options));
  const { requests } = await replay(cassette);
  notebooks.set(`${file}.ipynb`, requests.filter(({ status }) => Number(status) >= 400).length);
}

const tested = rotated(TICKETS);
for (let i = 0; i < tested.length; i += 2)
  await Promise.all(tested.slice(i, i + 2).map(([name, form]) => checkReport(name, form)));

const cli = join(import.meta.dirname, '../../../dist/cli.js');
const env = { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder, HOME: folder };
const { stdout, stderr } = await run(process.execPath, [cli, 'notebook', 'run', ...notebooks.keys()], {
  cwd: folder,
  env,
}).catch((failed: { stdout: string; stderr: string }) => failed);
for (const [file, failing] of notebooks) {
  const line = stdout.split('\n').find((one) => one.startsWith(`${file}: `)) ?? `${file} has no result`;
  const expected = Number(/(\d+) expected error/.exec(line)?.[1] ?? 0);
  check(`the notebook ${basename(file)}`, expected === failing && line.includes('cell'), `${line}\n${stderr}`);
}
rmSync(folder, { recursive: true });
process.exitCode = bad > 0 ? 1 : 0;
