/** Encodings of bytes as text, without the `Buffer` of Node.js: the client also runs in a browser. */

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** One character for each byte. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** The bytes of a text, of which only the low byte of each character is kept. */
export const fromLatin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes UTF-8. Invalid bytes become `\ufffd`. */
export const fromUtf8 = (bytes: Uint8Array): string => UTF_8.decode(bytes);

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const base64 = (bytes: Uint8Array): string => btoa(latin1(bytes));
