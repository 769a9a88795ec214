import { extname } from 'node:path';
import { Mistake } from '../../util/index.js';

/** What was typed, as a file of the kind that its name says. */
export function transcriptAs(file: string, inputs: readonly string[]): string {
  const writer = WRITERS[extname(file).toLowerCase()];
  if (!writer) throw new Mistake(`${file} should end in ${Object.keys(WRITERS).join(', ')}`);
  return writer(inputs);
}

type Writer = (inputs: readonly string[]) => string;

const script: Writer = (inputs) =>
  `// Run it with: patchbay run FILE. platform, registry, agent and sandbox are there.\n\n${oneProgram(inputs).join('\n')}\n`;

const markdown: Writer = (inputs) => `${inputs.map((input) => `\`\`\`ts\n${input}\n\`\`\``).join('\n\n')}\n`;

const notebook: Writer = (inputs) => {
  const cells = inputs.map((input, i) => ({
    cell_type: 'code',
    id: `input-${i + 1}`,
    metadata: {},
    execution_count: null,
    outputs: [],
    source: input.split(/(?<=\n)/),
  }));
  const metadata = {
    kernelspec: { display_name: 'Patchbay', language: 'typescript', name: 'patchbay' },
    language_info: { name: 'typescript' },
  };
  return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
};

const WRITERS: Readonly<Record<string, Writer>> = { '.ts': script, '.js': script, '.md': markdown, '.ipynb': notebook };

const DECLARATION = /^(?:const|let|var)\s+([\p{L}_$][\p{L}\p{N}_$]*)(?=\s*[:=])/u;

/** A prompt lets a name be declared again; one program does not: it is declared once, and then assigned. */
function oneProgram(inputs: readonly string[]): string[] {
  const count = new Map<string, number>();
  for (const input of inputs) {
    const name = DECLARATION.exec(input)?.[1];
    if (name !== undefined) count.set(name, (count.get(name) ?? 0) + 1);
  }
  const declared = new Set<string>();
  return inputs.map((input) => {
    const name = DECLARATION.exec(input)?.[1];
    const text = name === undefined || count.get(name) === 1 ? input : again(input, name, declared.has(name));
    if (name !== undefined) declared.add(name);
    return /;\s*$/.test(text) ? text : `${text};`;
  });
}

const again = (input: string, name: string, isDeclared: boolean) =>
  input.replace(DECLARATION, isDeclared ? name : `let ${name}`);
