/** The number of bytes in which a page is searched for its own charset declaration. */
const HEAD = 1024;

/**
 * Decodes a page. The charset comes from the byte order mark, else the header, else the page itself, else by trying
 * UTF-8.
 */
export function decodeText(bytes: Uint8Array, contentType = ''): string {
  const header = usable(/charset\s*=\s*["']?\s*([^\s"';]+)/i.exec(contentType)?.[1]);
  const label = markedEncoding(bytes) ?? header ?? statedEncoding(bytes);
  if (label) return new TextDecoder(label).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes); // the usual charset of old pages
  }
}

/** Returns the encoding of the byte order mark. */
export function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

/** Returns the encoding that an HTML page or XML document declares. */
export function statedEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD)).toString('latin1');
  const [, named] =
    /<meta\s[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head) ??
    /^\s*<\?xml\s[^>]{0,100}?encoding\s*=\s*["']([\w:.-]+)/i.exec(head) ??
    [];
  // A declaration that is readable as single bytes is not UTF-16.
  return named && /^utf-?16/i.test(named) ? 'utf-8' : usable(named);
}

/** Returns the encoding of a label if `TextDecoder` supports it. */
function usable(label: string | undefined): string | undefined {
  try {
    return label && new TextDecoder(label).encoding;
  } catch {
    return undefined; // TextDecoder throws a RangeError for an unknown label
  }
}
