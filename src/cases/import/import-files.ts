import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import {
  type BesideScript,
  type CassetteDocument,
  type CassetteEntry,
  isRecordingText,
  saveRedacted,
} from '../../cassette/index.js';
import type { Policy, Undecided } from '../../redact/index.js';
import { skillsCalling } from '../../skills/index.js';
import {
  counted,
  createFile,
  fileProblem,
  Mistake,
  readRegularFile,
  readStandardInput,
  SIZE_LIMITS,
} from '../../util/index.js';
import { inspect } from '../inspect/inspect.js';
import { inspectionLines } from '../inspect/inspection-sheet.js';
import { replacedLines } from '../replaced-lines.js';
import type { ImportedCase } from './import-case.js';
import { droppedLines, importUnpacked, redactionOf } from './import-unpacked.js';
import { importers } from './read-input.js';
import { requestTable } from './request-table.js';
import { type Unpacked, unpacked } from './unpack.js';

export interface ImportFileOptions {
  readonly output?: string;
  readonly keep?: readonly string[];
  readonly policy?: Policy;
  readonly dryRun?: boolean;
  /** The possible names, addresses, hosts and words that stay. All others are replaced. */
  readonly kept?: readonly string[];
  /** Values that the recording must not contain. */
  readonly secrets: readonly (string | undefined)[];
  /** The command that shows the written recording, for the report. */
  next(file: string): string;
}

export interface ImportReport {
  /** The lines contain text of the files, so the caller removes control characters. */
  readonly lines: readonly string[];
  readonly warnings: readonly string[];
  /** Possible names, addresses, hosts and words, which were replaced. */
  readonly doubtful: readonly Undecided[];
}

const DEFAULT = 'case.yaml';

/** Imports files, writes the redacted recording, and reports the requests and the replaced values. */
export function importFiles(
  files: readonly string[],
  { output, keep = [], policy, dryRun = false, kept = [], secrets, next }: ImportFileOptions,
): ImportReport {
  if (files.length === 0) throw new Mistake(`import needs a file. It reads ${formats()}`);
  const name = output ?? DEFAULT;
  if (!dryRun) refuseExisting(files, output);
  const recordings = files.filter((file) => !SCRIPT.test(file));
  if (recordings.length === 0)
    throw new Mistake(
      `${files[0]} is a script. A script is redacted together with a recording: import ticket.har repro.ts`,
    );
  const scripts = files.filter((file) => SCRIPT.test(file)).map((file) => scriptBeside(file, name));
  const read = recordings.map(unpackedFile);
  for (const [index, { inputs }] of read.entries())
    if (inputs.some(({ text }) => isRecordingText(text))) throw new Mistake(isRecording(recordings[index] ?? '', next));
  const imported = importUnpacked(read, { keep, howToKeep: 'add --keep with a part of its URL' });
  const redacted = saveRedacted(name, imported, {
    dryRun,
    isNew: output === undefined,
    beside: scripts,
    ...redactionOf(imported, { kept, secrets }),
    ...(policy && { policy }),
  });
  if (!dryRun) for (const script of scripts) writeScript(script);
  const written = [name, ...scripts.map((one) => one.output)];
  const done = dryRun
    ? ['nothing was written, because this was a dry run']
    : [...written.map((file) => `written: ${file}`), `next: ${next(name)}`];
  return {
    lines: [...reportOn(imported, redacted), ...done],
    warnings: redacted.warnings,
    doubtful: redacted.doubtful,
  };
}

/** An import would drop the responses, because it reads the requests of a text. */
const isRecording = (file: string, next: ImportFileOptions['next']) =>
  file === '-'
    ? 'the pasted text is a recording already: save it as a file'
    : `${file} is a recording already, and needs no import. To explain it: ${next(file)}`;

/** Throws if the default recording exists. A missing input is the first thing to correct, so its error comes before. */
export function refuseExisting(files: readonly string[], output: string | undefined): void {
  const isComplete = files.every((file) => file === '-' || existsSync(file));
  if (output === undefined && isComplete && existsSync(DEFAULT))
    throw new Mistake(`${DEFAULT} exists. Name the recording with -o, such as -o ticket.yaml`);
}

/** The report contains no value that redaction replaces, because other people may read it. */
const aboutRecording = (documents: readonly CassetteDocument[]): string[] =>
  inspectionLines(inspect(documents.map((document, index) => ({ document, place: `request ${index + 1}` }))));

/** Scripts that reproduce a problem. Redaction reads them as code. */
const SCRIPT = /\.[cm]?[jt]sx?$/i;

/** The redacted script is written beside the recording: `repro.ts` becomes `repro.redacted.ts`. */
function scriptBeside(file: string, recording: string): BesideScript & { readonly output: string } {
  const ending = extname(file);
  const output = join(dirname(recording), `${basename(file, ending)}.redacted${ending}`);
  if (existsSync(output))
    throw new Mistake(`${output} exists. Move it, or write the recording to another folder with -o`);
  return { place: file, document: { kind: 'input', source: unpackedFile(file).inputs[0]?.text ?? '' }, output };
}

function writeScript({ output, document }: ReturnType<typeof scriptBeside>): void {
  try {
    createFile(output, document.source);
  } catch (cause) {
    throw new Mistake(`${output} cannot be written: ${fileProblem(cause)}`, { cause });
  }
}

const formats = () => importers.map(({ summary }) => summary).join('; ');

function unpackedFile(file: string): Unpacked {
  const name = file === '-' ? 'the pasted text' : file;
  const { max } = SIZE_LIMITS.imported;
  try {
    const limit = { max, advice: 'Export fewer requests, such as those of one page.' };
    return unpacked(name, file === '-' ? readStandardInput(limit) : readRegularFile(file, limit), max);
  } catch (error) {
    throw new Mistake(`${name} cannot be read: ${fileProblem(error)}`);
  }
}

type SavedCase = ReturnType<typeof saveRedacted>;

function reportOn(imported: ImportedCase, { replaced, documents: redacted }: SavedCase): string[] {
  const { documents, dropped, problems } = imported;
  const requests = documents.flatMap((one) => (one.kind === 'http' ? [one as CassetteEntry] : []));
  const all = documents.filter(({ kind }) => kind !== 'note').length;
  const open = requests.filter(({ unanswered }) => unanswered).length;
  const services = requests.filter(({ request }) => skillsCalling(request.url).length > 0).length;
  return [
    `${counted(all, 'request')} imported${open > 0 ? `, ${open} without a response` : ''}${services > 0 ? `, ${services} to services of skills` : ''}`,
    ...requestTable(redacted),
    ...aboutRecording(redacted),
    ...problems.map((problem) => `note: ${problem}`),
    ...droppedLines(dropped),
    ...replacedLines(replaced, []),
  ];
}
