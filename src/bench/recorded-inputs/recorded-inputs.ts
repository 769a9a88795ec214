import type { Cassette, CassetteDocument } from '../../cassette/index.js';
import { withoutWideSpace } from '../../util/index.js';
import { parseCode } from '../session/input.js';
import type { RecordedCode, RecordedCodeOptions } from './recorded-code.js';
import type { RanInputs, RunInputsOptions } from './run-inputs.js';

/** Code that a user typed in the session that was recorded. */
export interface RecordedInput {
  /** Counted from 1. */
  readonly number: number;
  readonly source: string;
}

/** Returns the inputs of a recording. A trailing `&` is removed, because the inputs run one after the other. */
export const recordedInputs = (documents: readonly CassetteDocument[]): RecordedInput[] =>
  documents
    .flatMap((document) => (document.kind === 'input' && 'source' in document ? [String(document.source)] : []))
    .map((source, index) => ({ number: index + 1, source: parseCode(source).code }));

/** What ends a line, and a comment, in JavaScript. A line that is not shown as one could hide code in a comment. */
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;

/** Shows code with the number of its input beside the first line, and long white space as its length. */
export function inputLines({ number, source }: RecordedInput): string {
  const lead = String(number).padStart(3);
  return withoutWideSpace(source)
    .split(LINE_BREAK)
    .map((line, index) => `${index === 0 ? lead : ' '.repeat(lead.length)} | ${line}`)
    .join('\n');
}

/** Evaluates inputs in a process without credentials and network. Loaded on demand, because only `--run` needs it. */
export async function runInputs(
  recording: Pick<Cassette, 'header' | 'documents'>,
  inputs: readonly RecordedInput[],
  options: RunInputsOptions,
): Promise<RanInputs> {
  return (await import('./run-inputs.js')).runInProcess(recording, inputs, options);
}

/** Creates what runs code in an interpreter. Loaded on demand, because only processes for such code need it. */
export async function newRecordedCode(options: RecordedCodeOptions): Promise<RecordedCode> {
  return new (await import('./recorded-code.js')).RecordedCode(options);
}
