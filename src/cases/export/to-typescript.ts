import { inShell } from '../../util/index.js';
import { type Exporter, sandboxStart } from './exporter.js';
import { type WrittenCall, writtenCalls } from './written-calls.js';

/** Writes a program for `patchbay run`. What a response returned and a later call uses becomes a variable. */
export const typescript: Exporter = {
  name: 'ts',
  summary: 'a TypeScript program for `patchbay run`',
  extension: '.ts',
  write({ header, documents }, options) {
    const { from } = sandboxStart(header, options);
    const command = from === undefined ? 'patchbay run' : `patchbay run --from ${inShell(String(from))}`;
    const lines = [
      `// Written from a recording of origin ${header.origin}. Run it with: ${command} FILE.ts`,
      "import { RestClient } from 'patchbay';",
      '',
      'const platform = new RestClient();',
      '',
      ...writtenCalls(documents).flatMap(statement),
    ];
    return `${lines.join('\n')}\n`;
  },
};

/** A call that failed does not end the program, unless it is the last one. */
function statement({ call, code, name, failure, isLast }: WrittenCall): string[] {
  if (!call) return [`// ${code} is not an operation of the client.`];
  if (failure === undefined) return [`${name === undefined ? '' : `const ${name} = `}await ${code};`];
  const note = `// The recording has ${typeof failure === 'number' ? `status ${failure}` : `the fault ${failure}`} here.`;
  return [note, isLast ? `await ${code};` : `await ${code}.catch((error) => console.error(error.message));`];
}
