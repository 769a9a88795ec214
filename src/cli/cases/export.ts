import { existsSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { liveHost } from '../../bench/index.js';
import { exporters, exportWithNotes } from '../../cases/index.js';
import { openCassette } from '../../cassette/index.js';
import { CREDENTIAL_VARIABLES } from '../../client/index.js';
import { KnownSecrets } from '../../redact/index.js';
import { clean } from '../../show/index.js';
import { createFile, fileProblem } from '../../util/index.js';
import { UsageError } from '../exit-codes.js';

/** A terminal would obey some characters. To leave them out would change the recorded requests. */
function printable(text: string): string {
  if (clean(text) === text) return text;
  throw new UsageError('the export has control characters, which are not printed. Write it to a file: -o FILE');
}

export interface ExportFileOptions {
  readonly to?: string;
  readonly output?: string;
  readonly base?: string;
}

/** Returns the text of an export for the screen, or writes it to a file and returns undefined. Warns of its limits. */
export async function exportFile(
  file: string,
  { to, output, base }: ExportFileOptions,
  warn: (line: string) => void,
): Promise<string | undefined> {
  const listed = exporters.map(({ name, summary }) => `  ${name.padEnd(8)} ${summary}`).join('\n');
  if (to === undefined) throw new UsageError(`export needs a format: --to NAME. The formats are:\n${listed}`);
  if (base !== undefined && !(URL.canParse(base) && /^https?:/.test(base)))
    throw new UsageError(`--base must be an address such as http://127.0.0.1:8080, not ${base}`);
  if (output !== undefined && existsSync(output)) throw new UsageError(`${output} exists. Choose another name with -o`);
  const host = liveHost();
  const { text, notes } = await exportWithNotes(openCassette(file), to, {
    file: relative(dirname(output ?? file), file).replaceAll('\\', '/'),
    ...(base !== undefined && { base }),
    ...(host !== undefined && { host }),
    secrets: [process.env[CREDENTIAL_VARIABLES.token], ...new KnownSecrets(process.env).known],
  });
  for (const note of notes) warn(`note: ${note}`);
  if (output === undefined) return printable(text);
  try {
    createFile(output, text);
  } catch (error) {
    throw new UsageError(`${output} cannot be written: ${fileProblem(error)}`);
  }
  return undefined;
}
