// Draws docs/images/bench.svg: a terminal with the real bench in it. Run it after `npm run build`.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onPty } from '../benchmarks/repl/pty.mjs';
import { screenSvg } from './picture/screen-svg.mjs';

const SIZE = { columns: 92, rows: 25 };
const home = mkdtempSync(join(tmpdir(), 'picture-'));
const { PATH } = process.env;
const env = { PATH, HOME: home, TERM: 'xterm-256color', COLORTERM: 'truecolor', LANG: 'C.UTF-8', TZ: 'UTC' };

const bench = onPty(`node ${join(import.meta.dirname, '../dist/cli.js')}`, { ...SIZE, env });
const isAtRest = () => /›$/.test(bench.cursorRow());

async function enter(input, result) {
  bench.write(`${input}\r`);
  await bench.until(() => bench.screen().some((row) => result.test(row)) && isAtRest(), `the result of ${input}`);
}

await bench.until(isAtRest, 'the prompt');
await enter('const { data: numbers } = await platform.phone_numbers.list()', /phone_numbers\.list/);
await enter('numbers', /_\[0\] shows/);
await enter("await platform.queues.create({ nmae: 'support' })", /nmae.*name|name.*nmae/);
bench.write('await platform.phone_numbers.set_\t');
await bench.until(() => bench.screen().some((row) => row.includes('Tab selects')), 'the list of completions');
writeFileSync(join(import.meta.dirname, '../docs/images/bench.svg'), screenSvg(bench.terminal, SIZE));
console.log(bench.screen().join('\n'));
await bench.close();
