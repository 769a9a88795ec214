import { markedEncoding, statedEncoding } from '../../../lib/charset.js';

/** Of a text in an old western encoding, no more than this share is anything but ASCII. */
const MOST_ACCENTS = 0.3;
/** Bytes that stand for nothing in windows-1252, and for much elsewhere. */
const NOT_WESTERN = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

export interface FileText {
  readonly text: string;
  /** What was taken for granted about its bytes. */
  readonly doubt?: string;
}

/** The text of a file's bytes. A TypeError says that it has none, or that nobody can tell how it is written. */
export function fileText(bytes: Uint8Array, type: string): FileText {
  const mark = markedEncoding(bytes);
  if (!mark && bytes.includes(0)) throw new TypeError('it is not text (or it is UTF-16 without a byte order mark)');
  const label = mark ?? (type === 'html' ? statedEncoding(bytes) : undefined);
  if (!label) return unlabelled(bytes);
  const text = new TextDecoder(label).decode(bytes);
  if (text.includes('\0')) throw new TypeError('it is not text, though it begins as if it were');
  return { text };
}

function unlabelled(bytes: Uint8Array): FileText {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    if (!isWestern(bytes)) throw new TypeError('it is not UTF-8, and what else cannot be told; save it as UTF-8');
    return { text: new TextDecoder('windows-1252').decode(bytes), doubt: 'not UTF-8, so it was read as windows-1252' };
  }
}

/** Words with an accent here and there, and not those of another alphabet. */
function isWestern(bytes: Uint8Array): boolean {
  const accents = bytes.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0);
  return accents <= bytes.length * MOST_ACCENTS && !NOT_WESTERN.some((byte) => bytes.includes(byte));
}
