import { existsSync, readFileSync, statSync } from 'node:fs';
import { type Dropped, type ImportedCase, importCase, importers } from '../../cases/index.js';
import { type RedactedCassettes, saveRedacted } from '../../cassette/index.js';
import { CREDENTIAL_VARIABLES } from '../../client/index.js';
import { KnownSecrets } from '../../redact/index.js';
import { cleanLine } from '../../show/index.js';
import { counted, fileProblem, LimitError } from '../../util/index.js';
import { policyIn, replacedLines } from '../cassette/redact.js';
import { UsageError } from '../exit-codes.js';

export interface ImportFileOptions {
  readonly output?: string;
  readonly keep?: readonly string[];
  readonly policy?: string;
  readonly 'dry-run'?: boolean;
}

const LARGEST = 512 * 2 ** 20;
const DEFAULT = 'case.yaml';
const MOST_LISTED = 10;

/** Imports files, writes the redacted recording, and reports the requests and the replaced values. */
export async function importFiles(
  files: readonly string[],
  { output, keep = [], policy, 'dry-run': dryRun = false }: ImportFileOptions,
  env: NodeJS.ProcessEnv,
): Promise<{ report: string; warnings: readonly string[] }> {
  if (files.length === 0) throw new UsageError(`import needs a file, or - for pasted text. It reads ${formats()}`);
  const name = output ?? DEFAULT;
  if (output === undefined && !dryRun && existsSync(name))
    throw new UsageError(`${name} exists. Name the recording with -o, such as -o ticket.yaml`);
  const imported = importCase(files.map(inputOf), { keep });
  const rules = policy === undefined ? undefined : await policyIn(policy);
  if (imported.documents.length === 0) throw new UsageError(nothingKept(imported).map(cleanLine).join('\n'));
  const redacted = saveRedacted(name, imported, {
    dryRun,
    secrets: [env[CREDENTIAL_VARIABLES.token], ...new KnownSecrets(env).known],
    ...(rules && { policy: rules }),
  });
  return { report: reportOn(imported, redacted, dryRun ? undefined : name), warnings: redacted.warnings };
}

const formats = () => importers.map(({ summary }) => summary).join('; ');

function inputOf(file: string): { name: string; text: string } {
  const name = file === '-' ? 'the pasted text' : file;
  try {
    if (file !== '-' && statSync(file).size > LARGEST)
      throw new LimitError({
        what: `${file}`,
        limit: LARGEST,
        actual: statSync(file).size,
        unit: 'bytes',
        advice: 'Export fewer requests, such as those of one page.',
      });
    return { name, text: readFileSync(file === '-' ? 0 : file, 'utf8') };
  } catch (error) {
    if (error instanceof LimitError) throw new UsageError(error.message);
    throw new UsageError(`${name} cannot be read: ${fileProblem(error)}`);
  }
}

function nothingKept({ dropped, problems, formats: read }: ImportedCase): string[] {
  const why =
    dropped.length === 0
      ? `no request was found. The input was read as ${[...new Set(read)].join(' and ')}`
      : 'no request is for the platform. To keep a request, add --keep with a part of its URL';
  return [why, ...problems, ...droppedLines(dropped)];
}

function reportOn(
  imported: ImportedCase,
  { replaced, undecided }: RedactedCassettes,
  written: string | undefined,
): string {
  const { documents, dropped, problems } = imported;
  const open = documents.filter((one) => one.kind === 'http' && one.unanswered).length;
  const lines = [
    `${counted(documents.length, 'request')} imported${open > 0 ? `, ${open} without a response` : ''}`,
    ...problems.map((problem) => `note: ${problem}`),
    ...droppedLines(dropped),
    ...replacedLines(replaced, undecided),
    written === undefined
      ? 'nothing was written, because this was a dry run'
      : `written: ${written}\nnext: patchbay cassette show ${written}`,
  ];
  return lines.map((line) => line.split('\n').map(cleanLine).join('\n')).join('\n');
}

/** Those that could be meant for the platform come first. */
function droppedLines(dropped: readonly Dropped[]): string[] {
  if (dropped.length === 0) return [];
  const near = dropped.filter((one) => one.near !== undefined);
  const others = dropped.filter((one) => one.near === undefined);
  const listed = [...near, ...others].slice(0, MOST_LISTED).map(({ place, method, url, near: says }) => {
    const { host, pathname } = new URL(url);
    return `  ${place}: ${method} ${host}${pathname}${says === undefined ? '' : ` (${says})`}`;
  });
  const more = dropped.length - listed.length;
  return [
    `${counted(dropped.length, 'request')} left out, because no operation has the path:`,
    ...listed,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
