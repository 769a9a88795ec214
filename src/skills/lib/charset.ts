/** How far into a page its own word about its charset is looked for. */
const HEAD = 1024;

/** The text of a page's bytes: by its byte order mark, else its header, else what it says itself, else by trying. */
export function decodeText(bytes: Uint8Array, contentType = ''): string {
  const header = usable(/charset\s*=\s*["']?\s*([^\s"';]+)/i.exec(contentType)?.[1]);
  const label = markedEncoding(bytes) ?? header ?? statedEncoding(bytes);
  if (label) return new TextDecoder(label).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes); // pages that say nothing and are not UTF-8 are old
  }
}

/** By its byte order mark. */
export function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

/** By what a page, or an XML document, says about itself. */
export function statedEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD)).toString('latin1');
  const [, named] =
    /<meta\s[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head) ??
    /^\s*<\?xml\s[^>]{0,100}?encoding\s*=\s*["']([\w:.-]+)/i.exec(head) ??
    [];
  // Whoever could read this in bytes of one each is not reading UTF-16.
  return named && /^utf-?16/i.test(named) ? 'utf-8' : usable(named);
}

/** A name that stands for an encoding we can read. */
function usable(label: string | undefined): string | undefined {
  try {
    return label && new TextDecoder(label).encoding;
  } catch {
    return undefined; // TextDecoder answers an unknown name with a RangeError
  }
}
