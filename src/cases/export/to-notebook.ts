import type { Exporter } from './exporter.js';
import { faultCode, type WrittenCall, writtenCalls } from './written-calls.js';

/** Writes a notebook for the Patchbay kernel. A cell whose call failed is expected to fail. */
export const notebook: Exporter = {
  name: 'notebook',
  summary: 'a Jupyter notebook for the Patchbay kernel',
  extension: '.ipynb',
  write({ header, documents }) {
    const calls = writtenCalls(documents);
    const failed = calls.filter(({ failure }) => failure !== undefined).length;
    const title = [
      '# A recorded case',
      '',
      `This notebook was written from a recording of origin ${header.origin}. It sends ${calls.length} requests, of which ${failed} failed in the recording.`,
      'It runs in the sandbox. The names `platform` and `sandbox` are preloaded.',
    ].join('\n');
    const cells = [prose(title), ...calls.flatMap(cellsOf)].map((cell, i) => ({ id: `cell-${i + 1}`, ...cell }));
    const metadata = {
      kernelspec: { display_name: 'Patchbay', language: 'typescript', name: 'patchbay' },
      language_info: { name: 'typescript' },
    };
    return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
  },
};

const linesOf = (text: string) => text.split(/(?<=\n)/);
const prose = (text: string) => ({ cell_type: 'markdown', metadata: {}, source: linesOf(text) });

function cellsOf({ call, code, name, failure, entry }: WrittenCall) {
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
      ? `await ${fault === undefined ? code : unretried(code)}`
      : `const ${name} = await ${code};\n${name}`,
  ].join('\n');
  return [
    prose(`\`${call.operation}\` ${ending}.`),
    {
      cell_type: 'code',
      metadata: failure === undefined ? {} : { tags: ['raises-exception'] },
      execution_count: null,
      outputs: [],
      source: linesOf(source),
    },
  ];
}

/** A retry would succeed, because the fault is injected once. */
const unretried = (code: string) => code.replace(/^platform/, 'platform.with({ retries: 0 })');
