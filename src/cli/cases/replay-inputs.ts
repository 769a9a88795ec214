import {
  inputLines,
  inputTrust,
  type RanInputs,
  type RecordedInput,
  recordedInputs,
  runInputs,
} from '../../bench/index.js';
import {
  compareExchanges,
  detailLines,
  inspect,
  inspectionLines,
  requestLine,
  summaryLines,
} from '../../cases/index.js';
import type { Cassette } from '../../cassette/index.js';
import { cleanLine, MarkedLines } from '../../show/index.js';
import { counted, fileInShell, Mistake } from '../../util/index.js';
import { DIFFERENT, endedBy, FAILED, FINE } from '../exit-codes.js';
import { writeErr, writeOut } from '../output.js';
import { terminalQuestion } from '../plain-run.js';
import { END_SIGNALS } from '../signals.js';
import type { Steps } from './steps.js';

export interface ReplayInputsOptions {
  readonly yes: boolean;
  readonly json: boolean;
  readonly timeoutMs: number;
  /** Addresses whose requests go to the sandbox. */
  readonly maps: readonly string[];
  /** Shows each input and waits for a key. */
  readonly steps?: Steps;
}

/**
 * Evaluates the inputs of a recording after the user trusted them, and compares the exchanges with the recorded ones.
 * Returns the exit code.
 */
export async function replayInputs(
  file: string,
  recording: Pick<Cassette, 'header' | 'documents'>,
  { yes, json, timeoutMs, maps, steps }: ReplayInputsOptions,
): Promise<number> {
  const inputs = recordedInputs(recording.documents);
  if (inputs.length === 0)
    throw new Mistake(
      `${file} contains no inputs, so --run has nothing to evaluate. Without --run, its requests are sent again`,
    );
  if (!(await mayRun(file, recording, inputs, yes))) return FAILED;
  const interrupted = new AbortController();
  const stop = (signal: NodeJS.Signals) => interrupted.abort(signal);
  for (const signal of END_SIGNALS) process.once(signal, stop);
  let shown = 0;
  const output = new MarkedLines('code | ', process.stderr.isTTY ? process.stderr.columns || 80 : undefined);
  const ran = await runInputs(recording, inputs, {
    timeoutMs,
    maps,
    signal: interrupted.signal,
    write: (text) => writeErr(output.add(text)),
    ...(steps && {
      async before(input) {
        writeErr(output.end());
        const decision = await steps.before([`input ${input.number} of ${inputs.length}:`, inputLines(input)]);
        return decision === 'go' ? 'run' : decision;
      },
      after(_input, exchanges) {
        if (!steps.isStepping) return;
        const sent = compareExchanges(recording.documents, exchanges).requests.filter(({ isSent }) => isSent);
        for (const request of sent.slice(shown))
          writeErr(`${[requestLine(request), ...detailLines(request)].map(cleanLine).join('\n')}\n`);
        shown = sent.length;
      },
    }),
  });
  for (const signal of END_SIGNALS) process.off(signal, stop);
  writeErr(output.end());
  for (const note of ran.notes) writeErr(`note: ${note}\n`);
  const all = compareExchanges(recording.documents, ran.exchanges);
  // The user may have skipped inputs.
  const requests = steps ? all.requests.filter(({ isSent }) => isSent) : all.requests;
  const failed = unrecordedFailures(ran, recording);
  const isSame =
    ran.absent.length === 0 && failed.length === 0 && requests.every(({ outcome }) => outcome !== 'different');
  const compared = { requests, isSame };
  for (const { input, text } of failed)
    writeErr(`input ${input} failed, and the recording has no error of it: ${cleanLine(text)}\n`);
  for (const { input, name } of ran.absent)
    writeErr(`input ${input} asked for ${cleanLine(name)}, which it does not have\n`);
  if (ran.absent.length > 0)
    writeErr(
      `recorded code runs in an interpreter without Node.js, files and packages. To read the code and run it yourself: patchbay export ${fileInShell(file)} --to ts\n`,
    );
  if (ran.ended) writeErr(`patchbay: ${ran.ended.text}\n`);
  if (json) writeOut(`${JSON.stringify({ ...compared, ...ran }, null, 2)}\n`);
  else {
    const lines = [...compared.requests.map(requestLine), ...summaryLines(compared)];
    writeOut(`${lines.map(cleanLine).join('\n')}\n`);
  }
  if (ran.ended?.why === 'interrupted') return endedBy(interrupted.signal.reason);
  if (ran.ended?.why === 'timeout' || ran.ended?.why === 'limit') return FAILED;
  return compared.isSame ? FINE : DIFFERENT;
}

/**
 * The failures that are not part of the recorded session. A failed request is compared as a request. For an input that asked
 * for an absent name, that name is the reason. Each input is listed once.
 */
function unrecordedFailures(
  { failed, absent }: RanInputs,
  { documents }: Pick<Cassette, 'documents'>,
): RanInputs['failed'] {
  const recorded = inputsWithErrors(documents);
  const reported = new Set(absent.map(({ input }) => input));
  return failed.filter(({ input, isOfRequest }) => {
    if (isOfRequest || recorded.has(input) || reported.has(input)) return false;
    reported.add(input);
    return true;
  });
}

/** The numbers of the inputs that failed in the recorded session. */
function inputsWithErrors(documents: Cassette['documents']): ReadonlySet<number> {
  const found = new Set<number>();
  let input = 0;
  for (const document of documents) {
    if (document.kind === 'input' && 'source' in document) input++;
    else if (document.kind === 'error') found.add(input);
  }
  return found;
}

function aboutRecording(file: string, { header, documents }: Pick<Cassette, 'header' | 'documents'>): string[] {
  const placed = documents.map((document, index) => ({ document, place: `entry ${index + 1}` }));
  return inspectionLines(inspect(placed, { header }), `patchbay cassette inspect ${fileInShell(file)}`);
}

/** Shows the code and asks, unless the user trusted the same code before. */
async function mayRun(
  file: string,
  recording: Pick<Cassette, 'header' | 'documents'>,
  inputs: readonly RecordedInput[],
  yes: boolean,
): Promise<boolean> {
  const trust = await inputTrust(
    file,
    inputs.map(({ source }) => source),
  );
  if (trust.status === 'allowed') return true;
  for (const line of aboutRecording(file, recording)) writeErr(`${cleanLine(line)}\n`);
  writeErr(`${file} contains ${counted(inputs.length, 'input')}:\n\n${inputs.map(inputLines).join('\n')}\n\n`);
  for (const change of trust.changes) writeErr(`since you trusted it: ${change}\n`);
  if (yes) return true;
  const { ask } = terminalQuestion();
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new Mistake(
      `no code was run: without a terminal, you cannot confirm it. Read the code above, then run: patchbay replay ${fileInShell(file)} --run --yes`,
    );
  if (!(await ask('Run this code in an interpreter without Node.js, network and files?'))) {
    writeErr('patchbay: no code was run\n');
    return false;
  }
  trust.allow();
  return true;
}
