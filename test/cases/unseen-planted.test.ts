import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCase } from '../../src/cases/index.js';
import { parseCassette, saveRedacted } from '../../src/cassette/index.js';

interface Planted {
  readonly id: number;
  readonly kind: string;
  readonly file: string;
  readonly spelling: string;
  /** The value and its written form, in parts, so that no file holds a whole token. */
  readonly value: readonly string[];
  readonly written: readonly string[];
  /** The text around a value that is too short to search for alone. */
  readonly context?: string;
  /** How many JSON strings are around the body in this file. */
  readonly wraps: number;
}

interface LookAlike {
  readonly kind: string;
  readonly file: string;
  readonly value: string;
}

const FOLDER = new URL('./unseen/planted/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');
const { values, look_alikes }: { values: Planted[]; look_alikes: LookAlike[] } = JSON.parse(read('planted.json'));

const inJson = (text: string, times: number): string =>
  times === 0 ? text : inJson(JSON.stringify(text).slice(1, -1), times - 1);

/** The file with its values. It has a marker such as `@@017@@` for each. */
const filled = (name: string) =>
  read(name).replace(/@@(\d{3})@@/g, (_, id) => {
    const one = values[Number(id) - 1];
    if (!one) throw new Error(`${name} has an unknown marker ${id}`);
    return inJson(one.written.join(''), one.wraps);
  });

/** Every way in which the redacted file could still hold the text: as it is, unescaped, and decoded from percent escapes. */
function forms(text: string): string {
  const unescaped = text.replace(/\\+u([0-9a-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const plain = unescaped.replace(/\\+n/g, '\n').replace(/\\+(["/\\])/g, '$1');
  const decoded = plain.replace(/((?:%[0-9a-f]{2})+)/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
  );
  return [
    text,
    plain,
    decoded,
    decoded.replaceAll('+', ' '),
    decoded.replace(/&#(\d+);/g, (_, n) => String.fromCharCode(n)),
  ].join('\n');
}

function isLeft({ value, written, context }: Planted, redacted: string): boolean {
  const whole = value.join('');
  if (whole.length < 7) return redacted.includes(context ?? whole);
  // One line of a private key is a leak too. Its first and last line are no secret.
  const lines = whole.split('\n').filter((line) => !line.startsWith('-----'));
  return [...lines, written.join('')].some((one) => redacted.includes(one));
}

/** The recording of a material, or one with the whole text in a body if the material cannot be imported. */
function recordingOf(name: string, text: string) {
  if (name.endsWith('.ndjson')) return { ...parseCassette(text, name), credentials: [], isRead: true };
  try {
    return { ...importCase([{ name, text }]), isRead: true };
  } catch {
    const response = { status: 200, headers: {} };
    const request = { method: 'POST', url: 'https://acme.example.com/upload', type: 'text/plain', body: { text } };
    const header = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' };
    const whole = [header, { kind: 'http', request, response, ms: 1 }].map((one) => JSON.stringify(one)).join('\n');
    return { ...parseCassette(`${whole}\n`, `${name}.ndjson`), credentials: [], isRead: false };
  }
}

/**
 * Values that stay: hexadecimal of a token that is not known, and national ids without their name.
 * A value that is found must leave this list.
 */
const STAYS = [
  '5 iban-de, hexadecimal, in 01-chrome.har',
  '6 ssn, \\u escapes, in 01-chrome.har',
  '12 fodselsnummer, sentence, in 01-chrome.har',
  '17 dni, XML text, in 01-chrome.har',
  '25 aws-id, hexadecimal, in 02-firefox.har',
  '45 visa, hexadecimal, in 03-shell.txt',
  '52 ssn, sentence, in 03-shell.txt',
  '60 dni, logfmt in a text, in 03-shell.txt',
  '65 stripe, hexadecimal, in 04-session.ndjson',
  '85 sendgrid, hexadecimal, in 05-pino.log',
  '98 ssn, XML character references, in 05-pino.log',
  '103 fodselsnummer, JSON in JSON in a JSON string, in 06-bunyan.log',
  '105 github, hexadecimal, in 06-bunyan.log',
  '106 dni, \\u escapes, in 06-bunyan.log',
  '125 platform-token, hexadecimal, in 07-cloud-run.json',
  '142 ssn, JSON in a JSON string, in 08-lambda.json',
  '145 iban-no, hexadecimal, in 08-lambda.json',
  '151 fodselsnummer, percent-encoded form, in 08-lambda.json',
  '157 dni, XML text, in 08-lambda.json',
  '165 slack-hook, hexadecimal, in 09-rails.log',
  '185 iban-gb, hexadecimal, in 10-postman.json',
  '186 ssn, \\u escapes, in 10-postman.json',
  '198 fodselsnummer, XML character references, in 10-postman.json',
  '200 dni, logfmt in a text, in 10-postman.json',
];
describe('planted values', () => {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  const redacted = new Map<string, string>();
  /** The possible names that the review lists, by file. */
  const listed = new Map<string, string>();
  const unread: string[] = [];
  beforeAll(() => {
    for (const name of new Set(values.map(({ file }) => file))) {
      const { header, documents, credentials, isRead } = recordingOf(name, filled(name));
      const file = join(folder, `${name}.out.ndjson`);
      const { undecided } = saveRedacted(file, { header, documents }, { secrets: credentials, dryRun: true });
      listed.set(name, undecided.map(({ text }) => text).join('\n'));
      saveRedacted(file, { header, documents }, { secrets: credentials });
      redacted.set(name, forms(readFileSync(file, 'utf8')));
      if (!isRead || documents.length < 7) unread.push(`${name}: ${isRead ? documents.length : 0} requests of 7`);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('there are 200 values in 20 spellings, and 60 look-alikes', () => {
    expect(values).toHaveLength(200);
    expect(new Set(values.map(({ spelling }) => spelling)).size).toBe(20);
    expect(look_alikes).toHaveLength(60);
  });

  test('every material is read', () => {
    expect(unread).toEqual([]);
  });

  test('no planted value is left, but for those in the list', () => {
    const isListed = ({ kind, value, file }: Planted) => kind === 'name' && listed.get(file)?.includes(value.join(''));
    const left = values.filter((one) => isLeft(one, redacted.get(one.file) ?? '') && !isListed(one));
    expect(left.map(({ id, kind, file, spelling }) => `${id} ${kind}, ${spelling}, in ${file}`)).toEqual(STAYS);
  });

  test('every look-alike stays', () => {
    const gone = look_alikes.filter(({ file, value }) => !redacted.get(file)?.includes(value));
    expect(gone.map(({ kind, file, value }) => `${kind} ${value} in ${file}`).sort()).toEqual([]);
  });
});
