import { counted, size } from '../parts/format.js';

/** The server refuses a larger body. */
const MAX_UPLOAD = 10 * 1024 * 1024 - 4096;
/** What the server reads after unpacking. */
const MAX_TOTAL = 64 * 1024 * 1024;
/** Smaller files are sent as they are. */
const MIN_COMPRESSED = 256 * 1024;
const MAX_FILES = 50;

/** Files that are never a case, refused before anything is read. */
const OTHER_KINDS = /^(?:image|video|audio|font)\/|^application\/(?:pdf|msword|vnd\.)/;
const SCRIPT = /\.[cm]?[jt]sx?$/i;
const PACKED = /\.(?:gz|zip)$/i;

/** The form to send. Throws an error that names the file and what to do. */
export async function uploadOf(files: readonly File[], keep: string): Promise<FormData> {
  refuseUnread(files);
  const form = new FormData();
  let total = 0;
  for (const file of files) {
    const content = await compressed(file);
    total += content.size;
    form.append('file', content, content === file ? file.name : `${file.name}.gz`);
  }
  if (total > MAX_UPLOAD)
    throw new Error(
      `${counted(files.length, 'file')} with ${size(total)}, compressed: the page sends at most ${size(MAX_UPLOAD)}. ${BY_COMMAND}`,
    );
  if (keep.trim() !== '') form.append('keep', keep.trim());
  return form;
}

const BY_COMMAND = 'Export fewer requests, or use patchbay import on the command line, which reads up to 256 MB.';

function refuseUnread(files: readonly File[]): void {
  if (files.length > MAX_FILES)
    throw new Error(`You chose ${files.length} files. A case has at most ${MAX_FILES}. Pack them in a .zip file.`);
  for (const { name, type } of files) {
    if (OTHER_KINDS.test(type)) throw new Error(`${name} is ${type}. Drop a HAR file, a log, a text or a recording.`);
    if (SCRIPT.test(name))
      throw new Error(`${name} is a script. To redact it together with a case, run patchbay import CASE ${name}`);
  }
  const total = files.reduce((sum, file) => sum + file.size, 0);
  if (total === 0) throw new Error('The file is empty. Drop a HAR file, a log, a text or a recording.');
  if (total > MAX_TOTAL)
    throw new Error(
      `${files[0]?.name ?? ''} has ${size(total)}: the page reads at most ${size(MAX_TOTAL)}. ${BY_COMMAND}`,
    );
}

/** HAR files and logs shrink to a tenth. */
async function compressed(file: File): Promise<Blob> {
  if (file.size < MIN_COMPRESSED || PACKED.test(file.name) || typeof CompressionStream === 'undefined') return file;
  return new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
}
