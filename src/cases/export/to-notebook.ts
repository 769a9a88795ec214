import { asCode, plainLine } from '../../util/index.js';
import { type Exporter, sandboxStart } from './exporter.js';
import { SERVICES_IMPORT, servicesCode } from './failure.js';
import { liveMarkdown } from './gate/markdown-gate.js';
import { programProblem } from './gate/program-gate.js';
import { inLine } from './to-report.js';
import { leftOut, leftOutSentence, servicesIn, type WrittenCall } from './written-calls.js';

/** Writes a notebook for the Patchbay kernel. A cell whose call failed is expected to fail. */
export const notebook: Exporter = {
  name: 'notebook',
  summary: 'a Jupyter notebook for the Patchbay kernel',
  extension: '.ipynb',
  isProgram: true,
  limits: leftOut,
  problem(text, { calls }) {
    const { cells }: { cells: ReturnType<typeof prose>[] } = JSON.parse(text); // written above
    const textsOf = (type: string) =>
      cells.filter(({ cell_type }) => cell_type === type).map(({ source }) => source.join(''));
    const live = textsOf('markdown')
      .map(liveMarkdown)
      .find((line) => line !== undefined);
    if (live !== undefined) return `a text cell has markup: ${plainLine(live, 100)}`;
    return programProblem(textsOf('code').join('\n'), calls);
  },
  write({ header, calls }, options) {
    const { from } = sandboxStart(header, options);
    const failed = calls.filter(({ failure }) => failure !== undefined).length;
    const title = [
      '# A recorded case',
      '',
      `This notebook was written from a recording of origin ${header.origin}. It sends ${calls.length} requests, of which ${failed} failed in the recording.`,
      'It runs in the sandbox. The names `platform` and `sandbox` are preloaded.',
    ].join('\n');
    const services = servicesIn(calls);
    const cells = [
      prose(title),
      ...(from === undefined ? [] : startCells(from)),
      ...(services.length > 0 ? [code(`${SERVICES_IMPORT}\n\n${servicesCode(services)}`)] : []),
      ...calls.flatMap(cellsOf),
    ].map((cell, i) => ({ id: `cell-${i + 1}`, ...cell }));
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

function cellsOf(written: WrittenCall) {
  const { call, service, code: called, name, failure, fault, entry } = written;
  if (!call && service === undefined) return [prose(inLine(leftOutSentence(written)))];
  const ending =
    failure === undefined
      ? `answered ${entry.response?.status ?? 'nothing'}`
      : typeof failure === 'number'
        ? `${entry.unanswered ? 'has no response in the recording. The sandbox refuses it with' : 'failed with'} status ${failure}`
        : `had no complete response (${failure})`;
  const source = [
    ...(fault === undefined ? [] : [fault]),
    name === undefined ? `await ${called}` : `const ${name} = await ${called};\n${name}`,
  ].join('\n');
  return [
    prose(`${inLine(call?.operation ?? service ?? '')} ${ending}.`),
    code(source, failure === undefined ? [] : ['raises-exception']),
  ];
}
