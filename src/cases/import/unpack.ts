import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { counted, Mistake } from '../../util/index.js';
import type { CaseInput } from './read-input.js';

export interface Unpacked {
  readonly inputs: readonly CaseInput[];
  /** The parts of an archive that were left out, with the reason. */
  readonly problems: readonly string[];
}

const GZIP = [0x1f, 0x8b];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);

/** The texts in a file: itself, or the content of a `.gz` or `.zip` file. All together may have `limit` bytes. */
export function unpacked(name: string, bytes: Buffer, limit: number): Unpacked {
  if (startsWith(bytes, GZIP))
    return { inputs: [inputIn(name.replace(/\.gz$/i, ''), gunzipped(bytes, limit))], problems: [] };
  if (!startsWith(bytes, ZIP)) return { inputs: [inputIn(name, bytes)], problems: [] };
  const problems: string[] = [];
  const inputs = Object.entries(unzipped(bytes, limit)).flatMap(([path, content]): CaseInput[] => {
    const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    if (path.endsWith('/') || HIDDEN.test(path)) return [];
    if (isText(text)) return [{ ...inputIn(`${name}/${path}`, text), isPacked: true }];
    problems.push(`${name}/${path} is not a text, and was not read`);
    return [];
  });
  return { inputs: withResponses(inputs), problems };
}

/** Fiddler stores each request and its response in two files: `raw/1_c.txt` and `raw/1_s.txt`. */
function withResponses(inputs: readonly CaseInput[]): CaseInput[] {
  const responses = new Map(inputs.filter(({ name }) => RESPONSE.test(name)).map((one) => [one.name, one]));
  const requests = inputs.filter(({ name }) => REQUEST.test(name));
  const pairs = requests.map((one) => [one, responses.get(one.name.replace(REQUEST, '$1_s.txt'))] as const);
  const used = new Set(pairs.flatMap(([, response]) => response ?? []));
  return inputs.flatMap((one) => {
    const pair = pairs.find(([request]) => request === one);
    if (used.has(one)) return [];
    return pair?.[1] ? [{ ...one, text: `${one.text}\n${pair[1].text}` }] : [one];
  });
}

const REQUEST = /(\/raw\/\d+)_c\.txt$/;
const RESPONSE = /\/raw\/\d+_s\.txt$/;

/** Files that operating systems add. */
const HIDDEN = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$)/;
const MAX_FILES = 1_000;

function gunzipped(bytes: Buffer, limit: number): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: limit });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Mistake(code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(limit) : 'it is not a complete .gz file', { cause });
  }
}

/** An archive names the size of each file before its content, so a small one cannot become a large one. */
function unzipped(bytes: Buffer, limit: number): Readonly<Record<string, Uint8Array>> {
  if (((bytes[6] ?? 0) & 1) === 1) throw new Mistake('the archive has a password. Unpack it first');
  let [count, size] = [0, 0];
  try {
    return unzipSync(bytes, {
      filter({ originalSize }) {
        count += 1;
        size += originalSize;
        if (count > MAX_FILES) throw new Mistake(`the archive has more than ${counted(MAX_FILES, 'file')}`);
        if (size > limit) throw new Mistake(tooLarge(limit));
        return true;
      },
    });
  } catch (cause) {
    if (cause instanceof Mistake) throw cause;
    throw new Mistake('it is not a complete .zip file', { cause });
  }
}

const tooLarge = (limit: number) => `its content is larger than the limit of ${limit / 2 ** 20} MiB`;
const isText = (bytes: Buffer) => isUtf16(bytes) || !bytes.subarray(0, 8_192).includes(0);
const isUtf16 = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xfe;

/** PowerShell writes UTF-16 when output is redirected to a file. */
const inputIn = (name: string, bytes: Buffer): CaseInput => ({
  name,
  text: isUtf16(bytes) ? bytes.subarray(2).toString('utf16le') : bytes.toString('utf8'),
});
