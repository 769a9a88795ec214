import { asCode } from '../../util/index.js';
import { type Exporter, sandboxStart } from './exporter.js';
import { faultCode, type WrittenCall, writtenCalls } from './written-calls.js';

/** Writes a notebook for the Patchbay kernel. A cell whose call failed is expected to fail. */
export const notebook: Exporter = {
  name: 'notebook',
  summary: 'a Jupyter notebook for the Patchbay kernel',
  extension: '.ipynb',
  write({ header, documents }, options) {
    const { from } = sandboxStart(header, options);
    const calls = writtenCalls(documents);
    const failed = calls.filter(({ failure }) => failure !== undefined).length;
    const title = [
      '# A recorded case',
      '',
      `This notebook was written from a recording of origin ${header.origin}. It sends ${calls.length} requests, of which ${failed} failed in the recording.`,
      'It runs in the sandbox. The names `platform` and `sandbox` are preloaded.',
    ].join('\n');
    const cells = [prose(title), ...(from === undefined ? [] : startCells(from)), ...calls.flatMap(cellsOf)].map(
      (cell, i) => ({ id: `cell-${i + 1}`, ...cell }),
    );
    const metadata = {
      kernelspec: { display_name: 'Patchbay', language: 'typescript', name: 'patchbay' },
      language_info: { name: 'typescript' },
    };
    return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
  },
};

/** Replaces the preloaded names, so that the notebook starts with the resources of the recording. */
const startCells = (from: unknown) => [
  prose('The sandbox starts with the resources that the recording shows.'),
  code(
    `import { createSandbox } from 'patchbay';\n\nconst sandbox = createSandbox(${asCode({ from })});\nconst platform = sandbox.client();`,
  ),
];

const code = (source: string, tags: readonly string[] = []) => ({
  cell_type: 'code',
  metadata: tags.length === 0 ? {} : { tags },
  execution_count: null,
  outputs: [],
  source: linesOf(source),
});

const linesOf = (text: string) => text.split(/(?<=\n)/);
const prose = (text: string) => ({ cell_type: 'markdown', metadata: {}, source: linesOf(text) });

function cellsOf({ call, code: called, name, failure, entry }: WrittenCall) {
  const { method, url } = entry.request;
  if (!call) return [prose(`\`${method} ${new URL(url).pathname}\` is not an operation of the client.`)];
  const ending =
    failure === undefined
      ? `answered ${entry.response?.status ?? 'nothing'}`
      : typeof failure === 'number'
        ? `failed with status ${failure}`
        : `had no complete response (${failure})`;
  const fault = failure === undefined ? undefined : faultCode(call.operation, failure);
  const source = [
    ...(fault === undefined ? [] : [`${fault};`]),
    name === undefined
      ? `await ${fault === undefined ? called : unretried(called)}`
      : `const ${name} = await ${called};\n${name}`,
  ].join('\n');
  return [prose(`\`${call.operation}\` ${ending}.`), code(source, failure === undefined ? [] : ['raises-exception'])];
}

/** A retry would succeed, because the fault is injected once. */
const unretried = (code: string) => code.replace(/^platform/, 'platform.with({ retries: 0 })');
