/** How a text is written inside others that people can still read: URL-encoded, as a form field, in a JSON string. */
export function readableSpellings(text: string): string[] {
  if (/^[\w.~-]*$/.test(text)) return [text];
  const encoded = percentEncoded(text);
  const json = JSON.stringify(text).slice(1, -1);
  return [
    ...new Set([
      text,
      encoded,
      lowerHex(encoded),
      encoded.replaceAll('%20', '+'),
      json,
      json.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
      json.replaceAll('/', '\\/'),
      JSON.stringify(json).slice(1, -1),
    ]),
  ];
}

/** The same bytes as base64 at each of the three offsets into a longer run, as base64url, and as hex. */
export function packedSpellings(text: string): string[] {
  const bytes = Buffer.from(text);
  const spellings = [bytes.toString('hex')];
  spellings.push((spellings[0] as string).toUpperCase());
  for (const offset of [0, 1, 2]) {
    const run = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // Only the characters that this text alone decides.
    const from = Math.ceil((offset * 8) / 6);
    const core = run.slice(from, Math.floor(((offset + bytes.length) * 8) / 6));
    spellings.push(core, core.replaceAll('+', '-').replaceAll('/', '_'));
  }
  // A few characters of base64 turn up by chance.
  return [...new Set(spellings)].filter((one) => one.length >= 8);
}

function percentEncoded(text: string): string {
  // A lone surrogate cannot be encoded; nothing that was sent holds one.
  return encodeURIComponent(
    text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'),
  );
}

const lowerHex = (encoded: string) => encoded.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase());
