import { type Unpacked, unpacked } from '../../cases/index.js';
import { parseCassette } from '../../cassette/index.js';
import { Mistake } from '../../util/index.js';

/** What the page uploads: a form with files, and perhaps a part of URLs to keep. */
export interface Upload {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface UploadedFiles {
  readonly names: readonly string[];
  readonly files: readonly Unpacked[];
  /** Requests whose URL contains one of these texts are kept. */
  readonly keep: readonly string[];
}

/** The text of all files together, after unpacking. */
const MAX_UNPACKED = 64 * 2 ** 20;
const MAX_FILES = 50;
const MAX_NAME = 200;

/** Reads the form. The page compresses files, so they are unpacked here. */
export async function uploadedFiles({ type, bytes }: Upload): Promise<UploadedFiles> {
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch((cause: unknown) => {
    throw new Mistake('the upload is not a form with files', { cause });
  });
  const uploaded = form.getAll('file').filter((one) => typeof one !== 'string');
  if (uploaded.length === 0) throw new Mistake('the upload has no file');
  if (uploaded.length > MAX_FILES) throw new Mistake(`a case has at most ${MAX_FILES} files. Pack them in a .zip file`);
  let left = MAX_UNPACKED;
  const names: string[] = [];
  const files: Unpacked[] = [];
  for (const file of uploaded) {
    const name = file.name.slice(0, MAX_NAME);
    const read = unpackedFile(name, Buffer.from(await file.arrayBuffer()), left);
    names.push(name.replace(/\.gz$/i, ''));
    files.push(read);
    left -= read.inputs.reduce((sum, { text }) => sum + text.length, 0);
    if (left < 0) throw new Mistake(`the files have more than ${MAX_UNPACKED / 2 ** 20} MiB together`);
  }
  return {
    names,
    files,
    keep: form.getAll('keep').flatMap((text) => (typeof text === 'string' && text ? [text] : [])),
  };
}

function unpackedFile(name: string, bytes: Buffer, limit: number): Unpacked {
  if (SCRIPT.test(name)) throw new Mistake(`${name} is a script. To redact it with a case, use patchbay import`);
  try {
    return unpacked(name, bytes, limit);
  } catch (error) {
    throw error instanceof Mistake ? new Mistake(`${name}: ${error.message}`, { cause: error }) : error;
  }
}

const SCRIPT = /\.[cm]?[jt]sx?$/i;

/** Longer than the part of a header that identifies a recording. */
const MAX_HEAD = 4096;
const IS_RECORDING = /^kind: *["']?cassette\b|^\{[^\n]*"kind" *: *"cassette"/m;

/** The recording among the files. Undefined if there is none. */
export function recordingIn({ files }: Pick<UploadedFiles, 'files'>): ReturnType<typeof parseCassette> | undefined {
  const inputs = files.flatMap((file) => file.inputs);
  const found = inputs.find(({ text }) => IS_RECORDING.test(text.slice(0, MAX_HEAD)));
  if (!found) return undefined;
  if (inputs.length > 1) throw new Mistake(`${found.name} is a recording, which is a case of its own. Open it alone`);
  const isLines = found.text.trimStart().startsWith('{');
  return parseCassette(found.text, isLines ? 'the recording.ndjson' : 'the recording.yaml');
}
