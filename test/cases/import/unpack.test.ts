import { deflateRawSync, gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { unpacked } from '../../../src/cases/import/unpack.js';
import { importCase } from '../../../src/cases/index.js';

const LIMIT = 2 ** 20;
const LINE = '2025-06-02T09:00:00Z "GET /api/relay/rest/queues/q1 HTTP/1.1" 404 20\n';

describe('the file of a ticket', () => {
  it('is read from .gz', () => {
    expect(unpacked('app.log.gz', gzipSync(LINE), LIMIT)).toEqual({
      inputs: [{ name: 'app.log', text: LINE }],
      problems: [],
    });
  });

  it('is read from a .zip that another program wrote, without its pictures', () => {
    const { inputs, problems } = unpacked('ticket.zip', Buffer.from(OF_PYTHON, 'base64'), LIMIT);
    expect(inputs).toEqual([{ name: 'ticket.zip/logs/app.log', text: LINE.repeat(3), isPacked: true }]);
    expect(problems).toEqual(['ticket.zip/screen.png is not a text, and was not read']);
    expect(importCase(inputs).documents).toHaveLength(3);
  });

  it('can be beside files in other formats, which are reported', () => {
    const zip = zipSync({
      'a.log': strToU8(LINE),
      'notes.txt': strToU8('It fails since Monday.'),
      '__MACOSX/._a.log': strToU8('x'),
    });
    const { inputs } = unpacked('t.zip', Buffer.from(zip), LIMIT);
    expect(inputs.map(({ name }) => name)).toEqual(['t.zip/a.log', 't.zip/notes.txt']);
    const { documents, problems } = importCase(inputs);
    expect(documents).toHaveLength(1);
    expect(problems).toEqual(['t.zip/notes.txt is in no supported format, and was not read']);
  });

  it('is itself if it is not packed', () => {
    expect(unpacked('app.log', Buffer.from(LINE), LIMIT).inputs).toEqual([{ name: 'app.log', text: LINE }]);
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(LINE, 'utf16le')]);
    expect(unpacked('app.log', utf16, LIMIT).inputs[0]?.text).toBe(LINE);
  });
});

describe('a hostile archive', () => {
  const zeros = Buffer.alloc(8 * LIMIT);
  /** One file whose header names another size than it has. */
  const forged = (size: number) => {
    const zip = Buffer.from(zipSync({ 'a.log': zeros }));
    const central = zip.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    zip.writeUInt32LE(size, 22);
    zip.writeUInt32LE(size, central + 24);
    return zip;
  };

  it.each([
    ['a .gz bomb', gzipSync(zeros), /larger than the limit of 1 MiB/],
    ['a .zip bomb', Buffer.from(zipSync({ 'a.log': zeros })), /larger than the limit of 1 MiB/],
    [
      'many small bombs',
      Buffer.from(zipSync({ a: zeros.subarray(0, LIMIT / 2 + 1), b: zeros.subarray(0, LIMIT / 2) })),
      /limit/,
    ],
    ['a cut .gz', gzipSync(LINE).subarray(0, 20), /not a complete \.gz file/],
    ['a cut .zip', Buffer.from(zipSync({ a: strToU8(LINE) })).subarray(0, 40), /not a complete \.zip file/],
    ['a .zip with a password', withPassword(), /has a password/],
    [
      'a .zip of many files',
      Buffer.from(zipSync(Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`${n}`, strToU8('x')])))),
      /more than 1,000 files/,
    ],
  ])('%s is refused', (_, bytes, reason) => expect(() => unpacked('t', bytes, LIMIT)).toThrow(reason));

  it('cannot be larger than its header names', () => {
    const bytes = forged(1_000);
    const read = () => unpacked('t.zip', bytes, LIMIT).inputs.map(({ text }) => text.length);
    let lengths: number[] = [];
    try {
      lengths = read();
    } catch (error) {
      expect(String(error)).toMatch(/not a complete \.zip file/);
    }
    for (const length of lengths) expect(length).toBeLessThanOrEqual(1_000);
  });

  it('has no file that reaches the prototype', () => {
    const { inputs } = unpacked(
      't.zip',
      Buffer.from(zipSync({ '../../etc/passwd': strToU8(LINE), constructor: strToU8(LINE) })),
      LIMIT,
    );
    expect(inputs.map(({ name }) => name)).toEqual(['t.zip/../../etc/passwd', 't.zip/constructor']);
  });
});

function withPassword(): Buffer {
  const zip = Buffer.from(zipSync({ a: deflateRawSync(LINE) }));
  zip.writeUInt16LE(zip.readUInt16LE(6) | 1, 6);
  return zip;
}

/** Made by the zipfile module of Python. */
const OF_PYTHON =
  'UEsDBBQAAAAIAABIwlr27yunSAAAAM8AAAAMAAAAbG9ncy9hcHAubG9nMzIwMtU1MNM1MAoxsLQyMACiKAUld9cQBf3Egkz9otScxEogWVyiX1iaWpparF9oqOAREhKgb6hnqKRgYmCiYGTAZTRoDAEAUEsDBBQAAAAAAABIwlqxqW7yCgAAAAoAAAAKAAAAc2NyZWVuLnBuZ4lQTkcNChoKAABQSwECFAMUAAAACAAASMJa9u8rp0gAAADPAAAADAAAAAAAAAAAAAAAgAEAAAAAbG9ncy9hcHAubG9nUEsBAhQDFAAAAAAAAEjCWrGpbvIKAAAACgAAAAoAAAAAAAAAAAAAAIABcgAAAHNjcmVlbi5wbmdQSwUGAAAAAAIAAgByAAAApAAAAAAA';
