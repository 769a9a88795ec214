import { inspect } from 'node:util';

/** Ways in which a text is written inside another, each as a program somewhere does it. */
export const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  raw: (text) => text,
  'a JSON string': (text) => JSON.stringify(text).slice(1, -1),
  'a JSON string in ASCII, in capitals': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[&<>']|[^\x20-\x7e]/g, (char) => `\\u${hex(char, 4).toUpperCase()}`),
  'a JSON string with \\/': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'a JSON string in a JSON string': (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  'an address': encodeURIComponent,
  'an address, in small letters': (text) =>
    encodeURIComponent(text).replace(/%[\dA-F]{2}/g, (sign) => sign.toLowerCase()),
  'an address in an address': (text) => encodeURIComponent(encodeURIComponent(text)),
  'an address, letters too': (text) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
  'a form': (text) => new URLSearchParams({ x: text }).toString().slice(2),
  'code, in single quotes': (text) => `${text.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}`,
  'code, as a template': (text) => text.replace(/[\\`]/g, '\\$&'),
  'code, with \\x': (text) =>
    text.replace(/[^ -~]|[\\'"]/g, (char) => (char > '\xff' ? `\\u${hex(char, 4)}` : `\\x${hex(char, 2)}`)),
  'code, with \\u{}': (text) => text.replace(/[^ -~]|[\\'"]/g, (char) => `\\u{${hex(char, 1)}}`),
  'a regular expression': (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll('\n', '\\n'),
  'what inspect shows': (text) => inspect(text).slice(1, -1),
  XML: (text) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`).replaceAll('é', '&#xe9;'),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 behind something': (text) => Buffer.from(`u:${text}`).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 in lines': (text) =>
    Buffer.from(`${'x'.repeat(50)}${text}${'y'.repeat(50)}`)
      .toString('base64')
      .replace(/.{76}/g, '$&\r\n'),
  'base64 in an address': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
  hex: (text) => Buffer.from(text).toString('hex'),
};

/** Texts that are not a single document, with a place for a spelling. */
export const PLACES: Readonly<Record<string, (spelled: string) => string>> = {
  'running text': (spelled) => `before ${spelled} after`,
  'an event stream': (spelled) => `event: x\ndata: {"a":"${spelled}"}\n\ndata: [DONE]\n\n`,
  NDJSON: (spelled) => `{"a":1}\n{"a":"${spelled}"}\n`,
  'a part of a multipart body': (spelled) =>
    `--b\r\nContent-Type: application/json\r\n\r\n{"a":"${spelled}"}\r\n--b--\r\n`,
  'a line of a log': (spelled) => `log {"a":"${spelled}"} end`,
  'a query': (spelled) => `https://h.invalid/a?b=${spelled}&c=1`,
};

const hex = (char: string, length: number) => (char.codePointAt(0) as number).toString(16).padStart(length, '0');
