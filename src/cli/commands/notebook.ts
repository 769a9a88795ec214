import { DIFFERENT, FAILED, FINE, UsageError } from '../exit-codes.js';
import { parse } from '../options.js';
import type { CliCommand } from './command.js';

const OPTIONS = { check: { type: 'boolean' }, 'in-place': { type: 'boolean' }, live: { type: 'boolean' } } as const;

export const notebook: CliCommand = {
  usage: 'notebook run FILE.ipynb… [--check | --in-place]',
  help: 'Run notebooks with our kernel, no Python needed. --check compares the outputs with those in the file, --in-place writes them.',
  actions: { run: 'file' },
  options: OPTIONS,
  async run([action, ...rest]) {
    if (action !== 'run') throw new UsageError('notebook takes run: patchbay notebook run FILE.ipynb');
    const { values, positionals } = parse({
      args: rest,
      options: OPTIONS,
      allowPositionals: true,
    });
    const { check = false, 'in-place': inPlace = false, live = false } = values;
    if (positionals.length === 0) throw new UsageError('notebook run takes at least one file');
    if (check && inPlace) throw new UsageError('choose one of --check and --in-place');
    const codes: number[] = [];
    for (const file of positionals) codes.push(await runOne(file, { check, inPlace, live }));
    return Math.max(...codes.map((code) => (code === FAILED ? DIFFERENT + 1 : code))) > DIFFERENT
      ? FAILED
      : Math.max(...codes);
  },
};

async function runOne(file: string, options: { check: boolean; inPlace: boolean; live: boolean }): Promise<number> {
  const { runNotebook } = await import('../../kernel/index.js');
  const progress = process.stderr.isTTY
    ? ({ cell, of }: { cell: number; of: number }) => process.stderr.write(`\r${file}: cell ${cell} of ${of}\x1b[K`)
    : () => {};
  const { cells, failure, differences } = await runNotebook(file, { ...options, onProgress: progress });
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  for (const { cell, diff } of differences) process.stdout.write(`${file}: cell ${cell} differs\n${diff}\n`);
  if (failure) {
    process.stderr.write(`${file}: cell ${failure.cell} failed: ${failure.text}\n`);
    return FAILED;
  }
  const verdict = !options.check
    ? ''
    : differences.length > 0
      ? `, ${differences.length} differ`
      : ', outputs as in the file';
  process.stdout.write(`${file}: ${cells} cells${verdict}\n`);
  return differences.length > 0 ? DIFFERENT : FINE;
}
