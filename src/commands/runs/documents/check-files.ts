import { statSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { isRecordingText } from '../../../cassette/index.js';
import { type CheckedDocument, type CheckedProblem, checkDocument } from '../../../sandbox/index.js';
import { UsageError } from '../../../util/index.js';
import { documentIn, filesIn, recordingNotDocument } from './document-files.js';
import { withMissingFiles } from './missing-files.js';

/** A problem of a document in a file. */
export interface FileProblem extends CheckedProblem {
  readonly file: string;
  /** The line of the file. */
  readonly source: string;
}

export interface CheckedFiles {
  /** The documents that were checked. */
  readonly files: readonly string[];
  readonly problems: readonly FileProblem[];
}

/** Checks files, and the documents among the files of folders. */
export async function checkFiles(names: readonly string[]): Promise<CheckedFiles> {
  const files: string[] = [];
  const problems: FileProblem[] = [];
  for (const name of names) {
    const isFolder = statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
    const checked: string[] = [];
    for (const file of isFolder ? filesIn(name) : [name]) {
      const text = documentIn(file);
      if (isRecordingText(text)) {
        if (isFolder) continue;
        throw new UsageError(recordingNotDocument(file));
      }
      const result = await checkIn(isFolder ? name : dirname(file), file, text);
      // A folder may contain other files.
      if (isFolder && !result.isDocument) continue;
      checked.push(file);
      const lines = text.split('\n');
      for (const one of result.problems) problems.push({ file, ...one, source: (lines[one.line - 1] ?? '').trimEnd() });
    }
    if (checked.length === 0)
      throw new UsageError(`${name} has no call documents: files in JSON, YAML or XML with sections or <Response>`);
    files.push(...checked);
  }
  return { files, problems };
}

/** Checks a document, with its links to the files of a folder. */
async function checkIn(folder: string, file: string, text: string): Promise<CheckedDocument> {
  return withMissingFiles(await checkDocument(text), folder, relative(folder, file).split(sep).join('/'));
}
