import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { type BuildProgress, buildSummary, indexDocuments, WouldLose } from '../../skills/index.js';
import { endedBy, FAILED, FINE, UsageError } from '../exit-codes.js';
import { parse } from '../options.js';
import { writeErr, writeOut } from '../output.js';
import { openedWay } from './egress.js';

export const INDEX_OPTIONS = {
  output: { type: 'string', short: 'o', takes: 'file', help: 'the file to write; DIR.swsearch unless it is said' },
  collection: { type: 'string', value: 'NAME', help: 'write a collection of the Postgres in DATABASE_URL instead' },
  model: { type: 'string', value: 'NAME', help: 'what makes the vectors: mini, base, large, hash, none, or a model' },
  'embedding-url': { type: 'string', value: 'URL', help: 'a service that makes them; EMBEDDING_API_KEY is its key' },
  chunks: {
    type: 'string',
    takes: ['markdown', 'sentence', 'sliding', 'paragraph', 'page', 'semantic', 'topic', 'qa', 'json'],
    help: 'how documents are cut into pieces',
  },
  size: { type: 'string', value: 'N', help: 'how large a piece is' },
  overlap: { type: 'string', value: 'N', help: 'how much of a piece the next one repeats' },
  threshold: { type: 'string', value: 'N', help: 'with semantic and topic: how alike what stays together is' },
  types: { type: 'string', value: 'LIST', help: 'which files are read: md,txt,html' },
  exclude: { type: 'string', multiple: true, value: 'GLOB', help: 'files to leave out' },
  tags: { type: 'string', value: 'LIST', help: 'tags of every piece, to filter by' },
  'allow-loss': { type: 'boolean', help: 'replace the index although it would lose what cannot be read now' },
  live: { type: 'boolean', help: 'let it reach an embedding service that is not on this machine' },
} as const;

/** The time between two progress messages. */
const PAUSE_MS = 1000;

/** Creates a search index of a folder and reports progress on stderr. Ctrl-C leaves an existing index unchanged. */
export async function indexFiles(
  args: readonly string[],
  interrupted: Promise<unknown[]> = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]),
): Promise<number> {
  const { values, positionals } = parse({ args: [...args], options: INDEX_OPTIONS, allowPositionals: true });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new UsageError('skills index takes a folder');
  const { output, name, place = name, untouched } = outputOf(folder, values);
  const numbers = {
    size: numberOf('--size', values.size),
    overlap: numberOf('--overlap', values.overlap),
    threshold: numberOf('--threshold', values.threshold),
  };
  const stop = new AbortController();
  let ended = FAILED;
  void interrupted.then(([signal]) => {
    ended = endedBy(signal);
    stop.abort(new Error('interrupted'));
  });
  const { send, close } = openedWay(values.live === true);
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
      signal: stop.signal,
      onProgress: progressLine(),
      warn: (message) => tell(message),
    });
    writeOut(`${place}: ${buildSummary(done)}\n`);
    return FINE;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (stop.signal.aborted) tell(`interrupted; ${untouched()}`);
    else if (error instanceof WouldLose) tell(`${message}; ${untouched()}. --allow-loss makes it all the same`);
    else if (error instanceof TypeError) throw new UsageError(message);
    else tell(message);
    return ended;
  } finally {
    await close();
  }
}

function outputOf(folder: string, { output, collection }: { output?: string; collection?: string }) {
  if (collection === undefined) {
    const file = output ?? `${basename(resolve(folder))}.swsearch`;
    const untouched = () => `${file} ${existsSync(file) ? 'is as it was' : 'was not made'}`;
    return { output: file, name: file, untouched };
  }
  if (output !== undefined) throw new UsageError('choose one of --output and --collection');
  const { DATABASE_URL: connection_string = '' } = process.env;
  if (connection_string === '') throw new UsageError('--collection needs the database in DATABASE_URL');
  const name = `the collection ${collection}`;
  const untouched = () => `${name} was not touched`;
  const place = `${name}, in the table chunks_${collection}`;
  return { output: { connection_string, collection_name: collection }, name, place, untouched };
}

const tell = (message: string) => writeErr(`patchbay: ${message}\n`);

const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new UsageError(`${name} takes a number, not ${text}`);
  return Number(text);
}

function progressLine(): (progress: BuildProgress) => void {
  let told = performance.now();
  return (progress) => {
    if (performance.now() - told < PAUSE_MS) return;
    told = performance.now();
    tell(`${progress.files} of ${progress.of} files, ${progress.chunks} pieces so far`);
  };
}
