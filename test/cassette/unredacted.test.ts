import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { spell } from '../../src/cassette/format/write.js';
import {
  changeCassette,
  openCassette,
  openRecordingFile,
  openUnredacted,
  redactCassette,
  saveRedacted,
} from '../../src/cassette/index.js';
import { publishRedacted, redactedName } from '../../src/cassette/redact/unredacted.js';
import { LeakError } from '../../src/redact/index.js';

const header = { origin: 'sandbox', tool: 'test' } as const;
const entry = (text: string) => ({
  kind: 'http' as const,
  request: { method: 'GET', url: 'https://h.invalid/' },
  response: { status: 200, body: { text } },
});

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unredacted-'));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true }));
  file = join(folder, 'case.yaml');
});

/** The files of the folder, without the lock that a session holds. */
const shown = () => readdirSync(folder).filter((name) => !name.endsWith('.patchbay-lock'));
/** What the next session finds after a killed one, whose locks it takes over. */
const killSession = () => {
  for (const name of readdirSync(folder)) if (name.endsWith('.patchbay-lock')) rmSync(join(folder, name));
};
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
const olderRecording = () =>
  writeFileSync(
    file,
    [{ kind: 'cassette', version: 1, redaction: 'none', ...header } as const, entry('older')]
      .map((document) => spell(document, file))
      .join(''),
  );

describe('a recording that will be redacted', () => {
  it('is in a private file with .unredacted in its name until it is redacted', () => {
    const { recordingFile, publish } = openUnredacted(file, { header });
    recordingFile.write(entry('call +12065551234'));
    expect(shown()).toEqual(['case.unredacted.yaml']);
    expect(statSync(join(folder, 'case.unredacted.yaml')).mode & 0o777).toBe(0o600);
    expect(publish({})).toMatchObject({ files: [file], replaced: [{ kind: 'phone' }] });
    expect(readdirSync(folder)).toEqual(['case.yaml']);
    expect(textOf('case.yaml')).toMatch(/addresses are replaced[\s\S]*call \+12005550100/);
  });

  it('is refused while another session records into a file of its name', () => {
    const { recordingFile, publish } = openUnredacted(file, { header });
    expect(() => openUnredacted(file, { header })).toThrow(`${file} is in use by this process already`);
    expect(() => openRecordingFile(file, { header })).toThrow(`${file} is in use by this process already`);
    recordingFile.write(entry('kept'));
    publish({});
    expect(textOf('case.yaml')).toContain('kept');
    openRecordingFile(join(folder, 'other.ndjson')).close();
    expect(shown()).toEqual(readdirSync(folder));
  });

  it('is not redacted, edited or replaced by a command while a session records into it', () => {
    const { recordingFile, publish } = openUnredacted(file, { header });
    recordingFile.write(entry('first'));
    const raw = join(folder, 'case.unredacted.yaml');
    const open = openCassette(raw);
    const writers: [string, () => unknown][] = [
      [raw, () => publishRedacted(raw, {})],
      [raw, () => redactCassette(raw)],
      [raw, () => changeCassette(raw, (cassette) => cassette)],
      [raw, () => openRecordingFile(raw, { header })],
      [file, () => redactCassette(raw, { output: () => file })],
      [file, () => saveRedacted(file, open)],
    ];
    for (const [name, write] of writers) expect(write).toThrow(`${name} is in use by this process already`);
    recordingFile.write(entry('second'));
    publish({});
    expect(openCassette(file).entries).toMatchObject([
      { response: { body: { text: 'first' } } },
      { response: { body: { text: 'second' } } },
    ]);
    expect(readdirSync(folder)).toEqual(['case.yaml']);
  });

  it('leaves an earlier recording of the same name until then', () => {
    olderRecording();
    const { recordingFile, publish, isReplacing } = openUnredacted(file, { header });
    expect(isReplacing).toBe(true);
    recordingFile.write(entry('newer'));
    expect(textOf('case.yaml')).toContain('older');
    publish({});
    expect(openCassette(file).entries).toMatchObject([{ response: { body: { text: 'newer' } } }]);
    expect(readdirSync(folder)).toEqual(['case.yaml']);
  });

  it('leaves an earlier recording as it was when nothing is recorded', () => {
    olderRecording();
    expect(openUnredacted(file, { header }).publish({})).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['case.yaml']);
    expect(textOf('case.yaml')).toContain('older');
  });

  it('has a header when nothing is recorded and there was nothing before', () => {
    openUnredacted(file, { header }).publish({});
    expect(openCassette(file).entries).toEqual([]);
    expect(readdirSync(folder)).toEqual(['case.yaml']);
  });

  it.each([
    ['its redaction fails', () => {}, ['"kind":"http"'], LeakError],
    ['its name is taken by a folder', (name: string) => mkdirSync(name), [], 'is a folder'],
  ])('keeps the name of an unredacted one when %s', (_when, spoil, secrets, error) => {
    file = join(folder, 'case.ndjson');
    const { recordingFile, publish } = openUnredacted(file, { header });
    recordingFile.write(entry('call +12065551234'));
    spoil(file);
    expect(() => publish({ secrets })).toThrow(error as typeof LeakError);
    expect(readdirSync(folder).filter((name) => name !== 'case.ndjson' || !statSync(file).isDirectory())).toEqual([
      'case.unredacted.ndjson',
    ]);
    expect(textOf('case.unredacted.ndjson')).toContain('+12065551234');
  });

  it('reports a leftover unredacted file, and replaces it with the first exchange', () => {
    openUnredacted(file, { header }).recordingFile.write(entry('first'));
    killSession();
    const { recordingFile, publish, isLeftOver } = openUnredacted(file, { header });
    expect([isLeftOver, textOf('case.unredacted.yaml')]).toEqual([true, expect.stringContaining('first')]);
    expect(publish({})).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['case.unredacted.yaml']);
    expect(recordingFile.isEmpty).toBe(true);
    const next = openUnredacted(file, { header });
    next.recordingFile.write(entry('second'));
    next.publish({});
    expect(textOf('case.yaml')).toMatch(/^(?![\s\S]*first)[\s\S]*second/);
  });
});

it('redacting an unredacted recording again gives it its name', () => {
  openUnredacted(file, { header }).recordingFile.write(entry('call +12065551234'));
  killSession();
  const raw = join(folder, 'case.unredacted.yaml');
  publishRedacted(raw, { dryRun: true });
  expect(readdirSync(folder)).toEqual(['case.unredacted.yaml']);
  publishRedacted(raw, { output: (name) => redactedName(name) ?? name });
  expect(existsSync(raw)).toBe(false);
  expect(textOf('case.yaml')).not.toContain('2065551234');
});

it('a redaction that would leave no recording is refused', () => {
  openUnredacted(file, { header }).recordingFile.write(entry('call'));
  killSession();
  const raw = join(folder, 'case.unredacted.yaml');
  const before = textOf('case.unredacted.yaml');
  // The header says where a recording was made with this word, and with no other.
  expect(() => publishRedacted(raw, { secrets: ['sandbox'] })).toThrow('header would be invalid after redaction');
  expect(textOf('case.unredacted.yaml')).toBe(before);
});
