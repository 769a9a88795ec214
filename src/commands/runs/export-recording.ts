import { existsSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { type ExportOptions, exporterNamed, exporters, exportWithNotes } from '../../cases/index.js';
import { openCassette } from '../../cassette/index.js';
import { clean } from '../../show/index.js';
import { createFile, fileProblem, Mistake, UsageError } from '../../util/index.js';
import { liveHost } from '../profiles.js';
import type { CommandContext, CommandResult, CommandSession } from '../shared-command.js';

interface ExportFlags {
  readonly to?: string;
  readonly output?: string;
  readonly base?: string;
}

interface Given {
  readonly values: ExportFlags;
  readonly positionals: readonly string[];
}

/** Exports a recording, or at the prompt the requests of the session. Without a file, the text is shown. */
export async function exportRecording({ values, positionals }: Given, context: CommandContext): Promise<CommandResult> {
  const { session } = context;
  const [file, { to, output, base }] = session
    ? [undefined, promptFlags(values, positionals)]
    : shellFlags(values, positionals);
  if (to === undefined) throw new UsageError(missingFormat(session ? '' : '--to '));
  exporterNamed(to);
  if (base !== undefined && !(URL.canParse(base) && /^https?:/.test(base)))
    throw new UsageError(`--base must be an address such as http://127.0.0.1:8080, not ${base}`);
  if (output !== undefined && existsSync(output)) throw new UsageError(`${output} exists. Choose another name with -o`);
  const { recording, ...origin } = session ? await ofSession(session) : ofFile(file ?? '', output);
  const host = liveHost(context.env);
  const { text, notes } = await exportWithNotes(recording, to, {
    ...origin,
    ...(base !== undefined && { base }),
    ...(host !== undefined && { host }),
    secrets: await context.secrets(),
  });
  // The text has the notes as comments.
  if (!session || output !== undefined) for (const note of notes) context.warn(`note: ${note}`);
  if (output === undefined) return { shown: session ? clean(text.trimEnd()) : printable(text).trimEnd() };
  try {
    createFile(output, text);
  } catch (error) {
    throw new UsageError(`${output} cannot be written: ${fileProblem(error)}`);
  }
  return session && 'counts' in recording ? { shown: clean(`${recording.counts} → ${output}`) } : {};
}

const shellFlags = (values: ExportFlags, [file, ...more]: readonly string[]): [string, ExportFlags] => {
  if (file === undefined || more.length > 0) throw new UsageError('export needs one recording');
  return [file, values];
};

/** Reads `FORMAT [FILE]`, in place of the options `--to` and `--output`. */
function promptFlags({ to, output, base }: ExportFlags, words: readonly string[]): ExportFlags {
  const left = [...words];
  const format = to ?? left.shift();
  const file = output ?? left.shift();
  if (left.length > 0) throw new UsageError(missingFormat(''));
  return {
    ...(format !== undefined && { to: format }),
    ...(file !== undefined && { output: file }),
    ...(base !== undefined && { base }),
  };
}

const missingFormat = (option: string): string =>
  `export needs a format: ${option}NAME. The formats are:\n${exporters.map(({ name, summary }) => `  ${name.padEnd(8)} ${summary}`).join('\n')}`;

const ofFile = (file: string, output = file) => ({
  recording: openCassette(file),
  file: relative(dirname(output), file).replaceAll('\\', '/'),
});

async function ofSession(
  session: CommandSession,
): Promise<{ recording: Awaited<ReturnType<CommandSession['recording']>> } & Pick<ExportOptions, 'from'>> {
  const recording = await session.recording();
  if (!recording.documents.some(({ kind }) => kind === 'http'))
    throw new Mistake('there are no requests to export yet');
  // An absolute path may contain the name of the user.
  return { recording, ...(session.startedFrom !== undefined && { from: relative('.', session.startedFrom) }) };
}

/** A terminal would obey some characters. To leave them out would change the recorded requests. */
function printable(text: string): string {
  if (clean(text) === text) return text;
  throw new UsageError('the export has control characters, which are not printed. Write it to a file: -o FILE');
}
