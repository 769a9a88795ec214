// Shared by the terminal tests of the bench: the built command, its home folder, and one line of output per check.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { framed, openTerminal } from './tmux.mjs';

const cli = fileURLToPath(new URL('../../../../dist/cli.js', import.meta.url));
if (!existsSync(cli)) throw new Error('dist/cli.js is missing: npm run build');

const isShowing = process.argv.includes('--show');
const broken = new Set();
let passed = 0;
let failed = 0;

export const home = mkdtempSync(join(tmpdir(), 'patchbay-terminal-'));
/** The preview of a value appears when the machine has time. `power.mjs` tests it. */
const PREVIEW = { PATCHBAY_PREVIEW: 'off' };
export const env = { HOME: home, XDG_STATE_HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, ...PREVIEW };
export const patchbay = `node ${cli}`;

/** An empty prompt is the last thing on the screen. */
export const isAtRest = (lines) => /^sandbox (?:● rec \S+ )?›$/.test(lines.at(-1)?.trimEnd() ?? '');

/** Starts the bench on its own terminal and waits until its engine has loaded. */
export async function openBench({ columns = 80, rows = 24, more = {}, args = '' } = {}) {
  const terminal = openTerminal(`${patchbay} ${args}`, { columns, rows, env: { ...env, ...more } });
  await terminal.see(isAtRest);
  return terminal;
}

/** Types an input and waits until it has run. */
export async function enter(terminal, input, wanted) {
  terminal.type(input);
  terminal.press('Enter');
  if (wanted !== undefined) await terminal.see(wanted);
  return terminal.see(isAtRest);
}

/** What follows a failed check on the same terminal would only fail after it. */
export async function checked(name, terminal, act) {
  if (broken.has(terminal)) return;
  try {
    await act(terminal);
    passed += 1;
    console.log(`ok ${name}`);
    if (isShowing && terminal) console.log(framed(terminal.screen()));
  } catch (error) {
    failed += 1;
    if (terminal) broken.add(terminal);
    console.log(`not ok ${name}\n${error.message}`);
  }
}

export function finish() {
  try {
    rmSync(home, { recursive: true, force: true });
  } catch {
    // A program whose terminal has just gone may still write its last words there.
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
