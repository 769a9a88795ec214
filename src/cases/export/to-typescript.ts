import { fileInShell } from '../../util/index.js';
import { type Exporter, inComment, sandboxStart } from './exporter.js';
import { ERROR_PRINTER, SERVICES_IMPORT, servicesCode } from './failure.js';
import { programProblem } from './gate/program-gate.js';
import { leftOut, leftOutSentence, servicesIn, type WrittenCall } from './written-calls.js';

/** Writes a program for `patchbay run`. What a response returned and a later call uses becomes a variable. */
export const typescript: Exporter = {
  name: 'ts',
  summary: 'a TypeScript program for `patchbay run`',
  extension: '.ts',
  isProgram: true,
  limits: leftOut,
  problem: (text, { calls }) => programProblem(text, calls),
  write({ header, calls }, options) {
    const { from } = sandboxStart(header, options);
    const command = from === undefined ? 'patchbay run' : `patchbay run --from ${fileInShell(String(from))}`;
    const hasFaults = calls.some(({ fault }) => fault !== undefined);
    const services = servicesIn(calls);
    const lines = [
      `// ${inComment(`Written from a recording of origin ${header.origin}. Run it with: ${command} FILE.ts`)}`,
      `import { RestClient${hasFaults ? ', type Sandbox' : ''} } from 'patchbay';`,
      ...(services.length > 0 ? [SERVICES_IMPORT] : []),
      '',
      ...(hasFaults ? ['declare const sandbox: Sandbox;'] : []),
      'const platform = new RestClient();',
      '',
      ...(services.length > 0 ? [servicesCode(services), ''] : []),
      ...calls.flatMap(statement),
    ];
    return `${lines.join('\n')}\n`;
  },
};

/** A call that failed does not end the program, unless it is the last one. */
function statement(written: WrittenCall): string[] {
  const { call, service, code, entry, name, failure, fault, isLast } = written;
  if (!call && service === undefined) return [`// ${inComment(leftOutSentence(written))}`];
  if (failure === undefined) return [`${name === undefined ? '' : `const ${name} = `}await ${code};`];
  const ending = typeof failure === 'number' ? `status ${failure}` : `the fault ${failure}`;
  const note = entry.unanswered
    ? `// The recording has no response here. The sandbox answers with ${ending}.`
    : `// The recording has ${ending} here.`;
  const caught = isLast ? `await ${code};` : `await ${code}.catch(${ERROR_PRINTER});`;
  return [note, ...(fault === undefined ? [] : [fault]), caught];
}
