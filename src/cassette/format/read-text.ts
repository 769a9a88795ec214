import { isUtf8 } from 'node:buffer';
import { fileProblem, Mistake, readRegularFile, SIZE_LIMITS } from '../../util/index.js';
import { CassetteError, plain } from './cassette-error.js';

export function readText(file: string): string {
  const bytes = read(file);
  const whole = wholeLines(bytes);
  if (!isText(whole)) throw new CassetteError(file, lineOfNone(whole), NO_TEXT);
  return bytes.toString();
}

const NO_TEXT = 'not UTF-8 text. A recording is YAML or NDJSON';

function read(file: string): Buffer {
  try {
    return readRegularFile(file, { max: SIZE_LIMITS.recording.max, advice: 'Record less in one file.' });
  } catch (error) {
    throw new Mistake(plain(`the recording ${file} cannot be read: ${fileProblem(error)}`));
  }
}

/** Omits the last line: after a crash, it may be truncated inside a character or end in leftover bytes. */
function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf('\n') + 1;
  return bytes.subarray(0, end > 0 ? end : Math.max(bytes.length - 3, 0));
}

const isText = (bytes: Buffer) => isUtf8(bytes) && !bytes.includes(0);

function lineOfNone(bytes: Buffer): number {
  let line = 1;
  for (let from = 0; from < bytes.length; line++) {
    const end = bytes.indexOf('\n', from) + 1 || bytes.length;
    if (!isText(bytes.subarray(from, end))) break;
    from = end;
  }
  return line;
}
