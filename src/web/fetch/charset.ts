import { attempt } from '../../util/index.js';

const HEAD = 1024;

/** The charset comes from the byte order mark, the header or the page, else by trying UTF-8. */
export function decodeText(bytes: Uint8Array, contentType = ''): string {
  const header = usable(/charset\s*=\s*["']?\s*([^\s"';]+)/i.exec(contentType)?.[1]);
  const label = markedEncoding(bytes) ?? header ?? statedEncoding(bytes);
  if (label) return new TextDecoder(label).decode(bytes);
  // Old pages usually have the charset windows-1252.
  return utf8Of(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
}

/** Decodes bytes as UTF-8, or returns undefined if they are not UTF-8. */
export const utf8Of = (bytes: Uint8Array): string | undefined =>
  attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));

export function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

export function statedEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD)).toString('latin1');
  const [, named] =
    /<meta\s[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head) ??
    /^\s*<\?xml\s[^>]{0,100}?encoding\s*=\s*["']([\w:.-]+)/i.exec(head) ??
    [];
  // A declaration that is readable as single bytes is not UTF-16.
  return named && /^utf-?16/i.test(named) ? 'utf-8' : usable(named);
}

const usable = (label: string | undefined): string | undefined =>
  attempt(() => label && new TextDecoder(label).encoding);
