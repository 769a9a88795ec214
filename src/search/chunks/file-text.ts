import { markedEncoding, statedEncoding, utf8Of } from '../../web/index.js';

/** Maximum share of non-ASCII bytes in a text that is read as windows-1252. */
const MAX_ACCENTS = 0.3;
/** Bytes that are undefined in windows-1252 but common in other encodings. */
const NOT_WESTERN = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

export interface FileText {
  readonly text: string;
  readonly doubt?: string;
}

/** Decodes the bytes of a file. Throws a TypeError if they are not text or the encoding is unknown. */
export function fileText(bytes: Uint8Array, type: string): FileText {
  const mark = markedEncoding(bytes);
  if (!mark && bytes.includes(0)) throw new TypeError('it is not text (or it is UTF-16 without a byte order mark)');
  const label = mark ?? (type === 'html' ? statedEncoding(bytes) : undefined);
  if (!label) return unlabelled(bytes);
  const text = new TextDecoder(label).decode(bytes);
  if (text.includes('\0')) throw new TypeError('it starts like text but contains binary data');
  return { text };
}

function unlabelled(bytes: Uint8Array): FileText {
  const text = utf8Of(bytes);
  if (text !== undefined) return { text };
  if (!isWestern(bytes)) throw new TypeError('it is not UTF-8, and its encoding is unknown. Save it as UTF-8');
  return { text: new TextDecoder('windows-1252').decode(bytes), doubt: 'not UTF-8, so it was read as windows-1252' };
}

/** Whether the bytes look like Latin text with occasional accents. */
function isWestern(bytes: Uint8Array): boolean {
  const accents = bytes.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0);
  return accents <= bytes.length * MAX_ACCENTS && !NOT_WESTERN.some((byte) => bytes.includes(byte));
}
