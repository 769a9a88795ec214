// Runs the completion scripts in real shells: types text and Tab, and checks the screen.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTerminal } from '../repl/support/tmux.mjs';

const cli = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));
if (!existsSync(cli)) throw new Error('dist/cli.js is missing: npm run build');
const home = mkdtempSync(join(tmpdir(), 'patchbay-shells-'));
writeFileSync(join(home, 'patchbay'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`);
chmodSync(join(home, 'patchbay'), 0o755);
writeFileSync(join(home, 'story of mine.yaml'), '');
const env = { HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
// A login shell of the terminal may reset PATH.
const path = `PATH='${home}:${process.env.PATH}'`;

const SHELLS = {
  bash: { start: 'bash --norc --noprofile', load: 'source <(patchbay completion bash)' },
  zsh: { start: 'zsh -f', load: 'autoload -U compinit; compinit -u -D; source <(patchbay completion zsh)' },
  fish: { start: 'fish --no-config', load: 'patchbay completion fish | source' },
};

let failed = 0;
for (const [shell, { start, load }] of Object.entries(SHELLS)) {
  if (!isThere(shell)) {
    console.log(`skipped: ${shell} is not installed`);
    continue;
  }
  const terminal = openTerminal(`cd ${home}; ${path} exec ${start}`, { columns: 100, env });
  const { type, press, see } = terminal;
  await check(`${shell} completes a command, an action, an option, a file and a name`, async () => {
    type(`${load}; echo re''ady`);
    press('Enter');
    await see(/^ready/m);
    const completes = async (typed, wanted) => {
      press('C-l');
      await see((lines) => !lines.join('\n').includes('patchbay'));
      type(typed);
      await see(typed);
      press('Tab');
      await see(wanted);
      // Not Ctrl-C: a busy shell may pass it to the completion that it runs, or drop the keys that follow.
      press('C-u');
    };
    await completes('patchbay casse', /patchbay cassette/);
    await completes('patchbay notebook r', /patchbay notebook run/);
    await completes('patchbay --no-r', /patchbay --no-redact/);
    await completes('patchbay cassette list sto', /list (story\\ of\\ mine\.yaml|'story of mine\.yaml')/);
    await completes('patchbay skills show weath', /patchbay skills show weather_api/);
  });
  terminal.close();
}
rmSync(home, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;

function isThere(shell) {
  try {
    execFileSync(shell, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function check(name, act) {
  try {
    await act();
    console.log(`ok ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`not ok ${name}\n${error.message}`);
  }
}
