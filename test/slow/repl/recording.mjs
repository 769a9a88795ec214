// `--record` on the built bench, in every way in which a session ends: the file is redacted, and its header says so.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openCassette } from '../../../dist/cassette.js';
import { checked, enter, env, finish, home, isAtRest, patchbay } from './support/checks.mjs';
import { openTerminal } from './support/tmux.mjs';

const PATIENCE_MS = 20_000;
const NUMBER = '+12067771234';
const ask = `await platform.queues.create({ name: 'call ${NUMBER}' }); 'asked'`;

const send = (signal) => (terminal) => process.kill(terminal.pid(), signal);
/** The ways to exit. Each runs on its own terminal. */
const ENDS = {
  'Ctrl-D': ({ press }) => press('C-d'),
  'Ctrl-D twice': ({ press }) => press('C-d', 'C-d'),
  '.exit': (terminal) => typed(terminal, '.exit'),
  'process.exit in an input': (terminal) => typed(terminal, 'process.exit(0)'),
  'SIGTERM while an input waits': async (terminal) => {
    typed(terminal, 'await new Promise(() => {})');
    await terminal.see(' s · Ctrl-C');
    send('SIGTERM')(terminal);
  },
  'SIGTERM while an input is busy': async (terminal) => {
    typed(terminal, "console.log('bu' + 'sy'); for (;;) {}");
    // The full view draws the output after the loop.
    await terminal.see(/^busy$|running · Ctrl-C/m);
    send('SIGTERM')(terminal);
  },
  'a terminal that goes away': ({ close }) => close(),
};
for (const [end, leave] of Object.entries(ENDS)) await proves(end, leave);
for (const end of ['Ctrl-D', 'SIGTERM while an input is busy', 'a terminal that goes away'])
  await proves(`${end} where nothing can be drawn`, ENDS[end], 'TERM=dumb');

await proves('.record of a second file', async (terminal) => {
  const second = fileOf();
  await enter(terminal, `.record ${second}`, /Recording to /);
  // The first answer is still on the screen, and a queue's name is unique.
  const again = ask.replace('call', 'call back').replace("'asked'", "'asked again'");
  await enter(terminal, again, /\n'asked again'/);
  terminal.press('C-d');
  await redacted(second);
});
finish();

async function proves(end, leave, variable = '') {
  const file = fileOf();
  const terminal = openTerminal(`exec env ${variable} ${patchbay} --record ${file}`, { columns: 200, env });
  await checked(`the recording is redacted after ${end}`, terminal, async (bench) => {
    await bench.see(isAtRest);
    await enter(bench, ask, /\n'asked'/);
    // Until it is redacted it is in a file that says so.
    if (!readFileSync(unredacted(file), 'utf8').includes(NUMBER)) throw new Error('nothing was recorded');
    await leave(bench);
    await redacted(file);
  });
  terminal.close();
}

async function redacted(file) {
  for (const untilMs = performance.now() + PATIENCE_MS; ; await wait(50)) {
    if (existsSync(file) && !existsSync(unredacted(file))) {
      const { header, entries } = openCassette(file);
      const text = readFileSync(file, 'utf8');
      if (/are replaced$/.test(header.redaction) && !text.includes(NUMBER) && entries.length > 0) return;
      throw new Error(`${file} is not redacted:\n${text.slice(0, 1000)}`);
    }
    if (performance.now() > untilMs) throw new Error(`${file} was not redacted in time`);
  }
}

function unredacted(file) {
  return file.replace(/\.(?=[a-z]+$)/, '.unredacted.');
}

function typed(terminal, input) {
  terminal.type(input);
  terminal.press('Enter');
}

function fileOf() {
  fileOf.count = (fileOf.count ?? 0) + 1;
  return join(home, `${fileOf.count}.${fileOf.count % 2 ? 'yaml' : 'ndjson'}`);
}
