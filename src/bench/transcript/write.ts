import { extname } from 'node:path';
import { alternatives, Mistake } from '../../util/index.js';
import type { SavedInput } from './inputs.js';
import { SESSION_HEAD } from './read.js';

/** Formats the inputs as a script, Markdown or a notebook, depending on the file extension. */
export function transcriptAs(file: string, inputs: readonly SavedInput[]): string {
  const writer = WRITERS[extname(file).toLowerCase()];
  if (!writer)
    throw new Mistake(
      `cannot save ${file}: use a file name that ends in ${alternatives(Object.keys(WRITERS))}, or for a recording in ${alternatives(ENDINGS)}`,
    );
  return writer(inputs.map(codeOf));
}

/** An input that cannot run is written as a comment, so that the reader knows that it is missing. */
const codeOf = ({ source, missing }: SavedInput): string =>
  missing === undefined
    ? source
    : [`// Not included, because it uses ${missing}:`, ...source.split('\n').map((line) => `//   ${line}`)].join('\n');

type Writer = (pieces: readonly string[]) => string;

/** Keeps the inputs separate, because the prompt allows redeclarations and a single program does not. */
const script: Writer = (pieces) =>
  `${SESSION_HEAD} Run it with: patchbay run FILE\n\n${pieces.map((piece, i) => `// %% ${i + 1}\n${piece}\n`).join('\n')}`;

const markdown: Writer = (pieces) =>
  `${pieces
    .map((piece) => {
      const longest = Math.max(2, ...(piece.match(/^`{3,}/gm) ?? []).map((run) => run.length));
      const fence = '`'.repeat(longest + 1);
      return `${fence}ts\n${piece}\n${fence}`;
    })
    .join('\n\n')}\n`;

const notebook: Writer = (pieces) => {
  const cells = pieces.map((piece, i) => ({
    cell_type: 'code',
    id: `input-${i + 1}`,
    metadata: {},
    execution_count: null,
    outputs: [],
    source: piece.split(/(?<=\n)/),
  }));
  const metadata = {
    kernelspec: { display_name: 'Patchbay', language: 'typescript', name: 'patchbay' },
    language_info: { name: 'typescript' },
  };
  return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
};

const WRITERS: Readonly<Record<string, Writer>> = { '.ts': script, '.js': script, '.md': markdown, '.ipynb': notebook };
/** The endings of recordings, which the caller writes. */
const ENDINGS = ['.yaml', '.yml', '.ndjson'];
