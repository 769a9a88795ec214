import { openTerminal } from '../repl/support/tmux.mjs';
import type { Jupyter } from './jupyter.js';

/** Uses `jupyter console` on a terminal: a progress bar moves, help fits the screen, and `exit` and `quit` end it. */
export async function checkConsole(jupyter: Jupyter): Promise<string> {
  for (const word of ['exit', 'quit']) {
    const problem = await consoleSession(jupyter, word);
    if (problem) return problem;
  }
  return '';
}

async function consoleSession(jupyter: Jupyter, word: string): Promise<string> {
  const env = Object.entries(jupyter.env).filter(([name]) => /^(JUPYTER|IPYTHON|PATCHBAY)/.test(name));
  const terminal = openTerminal('/usr/bin/python3 -m jupyter_console --kernel patchbay; echo ENDED $?; cat', {
    columns: 80,
    rows: 50,
    env: Object.fromEntries(env),
  });
  let cell = 1;
  const run = async (code: string) => {
    await terminal.see(`In [${cell}]:`);
    terminal.type(code);
    terminal.press('Enter');
    cell += 1;
  };
  try {
    await run("const bar = display.progress('Calls', 3); for (const n of [1, 2, 3]) bar.at(n)");
    const shown = await terminal.see('In [2]:');
    const bars = shown.split('\n').filter((line) => /^Calls .* of 3/.test(line));
    if (bars.length !== 1 || !bars[0]?.endsWith(' 3 of 3')) return `the progress bar reads ${JSON.stringify(bars)}`;
    await run('.help');
    const help = await terminal.see('In [3]:');
    if (!help.includes('Type .help GROUP to list a group')) return `.help is not on the screen:\n${help}`;
    if (help.includes('`')) return `.help shows marks of code:\n${help}`;
    await run(word);
    await terminal.see('ENDED 0');
    return '';
  } finally {
    terminal.close();
  }
}
