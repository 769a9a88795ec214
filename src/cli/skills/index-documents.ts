import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { indexUse, parse } from '../../commands/index.js';
import { type BuildProgress, buildSummary, indexDocuments, WouldLose } from '../../skills/index.js';
import { endedBy, FAILED, UsageError } from '../exit-codes.js';
import { print, writeErr } from '../output.js';
import { openTransport } from './skill-source.js';

const PAUSE_MS = 1000;

/** Creates a search index of a folder and reports progress on stderr. Ctrl-C leaves an existing index unchanged. */
export async function indexFiles(
  args: readonly string[],
  interrupted: Promise<unknown[]> = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]),
): Promise<number> {
  const { values, positionals } = parse(args, indexUse.options);
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new UsageError('skills index needs one folder');
  const { output, name, place = name, unchanged } = outputOf(folder, values);
  const numbers = {
    size: numberOf('--size', values.size),
    overlap: numberOf('--overlap', values.overlap),
    threshold: numberOf('--threshold', values.threshold),
  };
  const controller = new AbortController();
  let ended = FAILED;
  void interrupted.then(([signal]) => {
    ended = endedBy(signal);
    controller.abort(new Error('interrupted'));
  });
  const { send, close } = openTransport(values.live === true);
  try {
    const done = await indexDocuments(folder, output, {
      ...(values.model !== undefined && { model: values.model }),
      ...(values.chunks !== undefined && { strategy: values.chunks }),
      ...(values.types !== undefined && { types: listOf(values.types) }),
      ...(values.exclude !== undefined && { exclude: values.exclude }),
      tags: listOf(values.tags ?? ''),
      ...numbers,
      mayLose: values['allow-loss'] === true,
      url: values['embedding-url'],
      key: process.env.EMBEDDING_API_KEY,
      send,
      signal: controller.signal,
      onProgress: progressLine(),
      warn,
    });
    return print(`${place}: ${buildSummary(done)}`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (controller.signal.aborted) warn(`interrupted; ${unchanged()}`);
    else if (error instanceof WouldLose) warn(`${message}; ${unchanged()}. Add --allow-loss to replace it`);
    else if (error instanceof TypeError) throw new UsageError(message);
    else warn(message);
    return ended;
  } finally {
    await close();
  }
}

function outputOf(folder: string, { output, collection }: { output?: string; collection?: string }) {
  if (collection === undefined) {
    const file = output ?? `${basename(resolve(folder))}.swsearch`;
    const unchanged = () => `${file} ${existsSync(file) ? 'is unchanged' : 'was not created'}`;
    return { output: file, name: file, unchanged };
  }
  if (output !== undefined) throw new UsageError('choose one of --output and --collection');
  const { DATABASE_URL: connection_string = '' } = process.env;
  if (connection_string === '') throw new UsageError('--collection needs DATABASE_URL in the environment');
  const name = `the collection ${collection}`;
  const unchanged = () => `${name} is unchanged`;
  const place = `${name}, in the table chunks_${collection}`;
  return { output: { connection_string, collection_name: collection }, name, place, unchanged };
}

const warn = (message: string) => writeErr(`patchbay: ${message}\n`);

const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new UsageError(`${name} must be a number, not ${text}`);
  return Number(text);
}

function progressLine(): (progress: BuildProgress) => void {
  let lastMs = performance.now();
  return (progress) => {
    if (performance.now() - lastMs < PAUSE_MS) return;
    lastMs = performance.now();
    warn(`${progress.files} of ${progress.of} files, ${progress.chunks} chunks`);
  };
}
