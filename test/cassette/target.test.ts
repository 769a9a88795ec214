import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type Cassette,
  changeCassette,
  openCassette,
  openRecordingFile,
  redactCassette,
} from '../../src/cassette/index.js';

const root = mkdtempSync(join(tmpdir(), 'target-'));
afterAll(() => rmSync(root, { recursive: true }));

const header = { origin: 'sandbox', tool: 'test' } as const;
const NUMBER = '+12065551234';
const entry = (body: string) => ({
  kind: 'http' as const,
  request: { method: 'GET', url: 'https://x.invalid/' },
  response: { status: 200, body: { text: body } },
});
const bodiesOf = (file: string) => openCassette(file).entries.map(({ response }) => response?.body);

let folders = 0;
/** Creates a folder, and returns a function that gives paths in it. */
function place(): (name: string) => string {
  const folder = join(root, String(folders++));
  mkdirSync(folder);
  return (name) => join(folder, name);
}

function record(file: string, ...bodies: string[]): void {
  const recordingFile = openRecordingFile(file, { header });
  for (const body of bodies) recordingFile.write(entry(body));
  recordingFile.close();
}

describe('behind a link', () => {
  it.each(['an empty file', 'a recording', 'nothing'])('to %s, records and redacts the target file', (there) => {
    const at = place();
    if (there === 'an empty file') writeFileSync(at('target.yaml'), '');
    if (there === 'a recording') record(at('target.yaml'), 'old');
    symlinkSync('target.yaml', at('link.yaml'));
    record(at('link.yaml'), NUMBER);
    redactCassette(at('link.yaml'));
    expect(lstatSync(at('link.yaml')).isSymbolicLink()).toBe(true);
    expect(bodiesOf(at('target.yaml'))).toEqual([{ text: '+12005550100' }]);
  });

  it('edits the target of the link', () => {
    const at = place();
    record(at('target.ndjson'), 'before');
    symlinkSync('target.ndjson', at('link.ndjson'));
    const change = ({ header }: Cassette) => ({ header, documents: [entry('after')] });
    expect(changeCassette(at('link.ndjson'), change)).toEqual([]);
    expect(lstatSync(at('link.ndjson')).isSymbolicLink()).toBe(true);
    expect(bodiesOf(at('target.ndjson'))).toEqual([{ text: 'after' }]);
  });

  it('two names are not redacted into one file', () => {
    const at = place();
    record(at('target.yaml'), NUMBER);
    symlinkSync('target.yaml', at('link.yaml'));
    expect(() => redactCassette([at('target.yaml'), at('link.yaml')])).toThrow('would be written to the same file');
  });

  it('warns about a hard link, which keeps the old contents', () => {
    const at = place();
    record(at('one.yaml'), NUMBER);
    linkSync(at('one.yaml'), at('other.yaml'));
    expect(redactCassette(at('one.yaml'), { dryRun: true }).warnings).toEqual([]);
    expect(redactCassette(at('one.yaml')).warnings).toEqual([expect.stringMatching(/one\.yaml has another name/)]);
    expect(bodiesOf(at('other.yaml'))).toEqual([{ text: NUMBER }]);
  });
});

describe('an existing file', () => {
  it.each(['notes.yaml', 'notes.ndjson'])('that is not a recording does not change (%s)', (name) => {
    const at = place();
    writeFileSync(at(name), 'important: true\n');
    expect(() => openRecordingFile(at(name), { header })).toThrow(
      /exists and is not a recording\. Choose another name/,
    );
    expect(readFileSync(at(name), 'utf8')).toBe('important: true\n');
  });

  it.each(['yaml', 'ndjson'])('and is a recording is kept until an exchange replaces it (%s)', (extension) => {
    const at = place();
    const file = at(`story.${extension}`);
    record(file, 'old', 'older');
    record(file);
    expect(bodiesOf(file)).toEqual([{ text: 'old' }, { text: 'older' }]);
    const recordingFile = openRecordingFile(file, { header });
    expect(recordingFile.isBegun).toBe(false);
    recordingFile.write(entry('new'));
    expect([recordingFile.isBegun, bodiesOf(file)]).toEqual([true, [{ text: 'new' }]]);
    recordingFile.write(entry('newer'));
    expect(bodiesOf(file)).toEqual([{ text: 'new' }, { text: 'newer' }]);
    recordingFile.close();
    expect([statSync(file).mode & 0o777, readdirSync(at('.'))]).toEqual([0o600, [`story.${extension}`]]);
  });

  // Nothing is protected from root.
  it.runIf(process.getuid?.() !== 0)('and is protected stays as it was', () => {
    const at = place();
    record(at('story.yaml'), 'old');
    chmodSync(at('story.yaml'), 0o400);
    expect(() => openRecordingFile(at('story.yaml'), { header })).toThrow(
      'story.yaml cannot be written: permission denied',
    );
  });

  it('with an incomplete header may be replaced', () => {
    const at = place();
    writeFileSync(at('torn.yaml'), '---\nkind: cassette\nversion: 1\nend_mark: ...\nori');
    record(at('torn.yaml'), 'new');
    expect(bodiesOf(at('torn.yaml'))).toEqual([{ text: 'new' }]);
  });
});

describe('a name that nothing can be recorded under', () => {
  it.each<[what: string, name: string, says: RegExp]>([
    ['is a folder', '.', /is a folder\. Give a file name, such as .*story\.yaml$/],
    ['is a pipe', 'pipe.yaml', /pipe\.yaml is not a regular file\. Choose another name/],
    ['leads through a file', 'file.yaml/x/y.yaml', /y\.yaml cannot be written: .*file\.yaml is a file, not a folder$/],
    ['has an ending of neither spelling', 'story.txt', /the name of a recording must end in \.yaml or \.ndjson$/],
    ['has no ending', 'new/story', /must end in \.yaml or \.ndjson$/],
    ['is too long', `${'x'.repeat(300)}.yaml`, /cannot be written: name too long$/],
  ])('and %s, is refused in a sentence', (_what, name, says) => {
    const at = place();
    execFileSync('mkfifo', [at('pipe.yaml')]);
    record(at('file.yaml'), 'kept');
    expect(() => openRecordingFile(at(name), { header })).toThrow(says);
    expect(readdirSync(at('.')).sort()).toEqual(['file.yaml', 'pipe.yaml']);
  });

  it.runIf(process.platform === 'linux')('and where no folder can be made, is refused at once', () => {
    expect(() => openRecordingFile('/proc/nope/x/y.yaml', { header })).toThrow(
      /y\.yaml cannot be written: the folder \/proc\/nope cannot be created: there is no such file/,
    );
    const at = place();
    record(at('one.yaml'), 'x');
    expect(() => redactCassette(at('one.yaml'), { output: () => '/proc/nope/one.yaml' })).toThrow(
      /one\.yaml cannot be written: the folder \/proc\/nope cannot be created/,
    );
  });

  it('is also refused as the output of redaction', () => {
    const at = place();
    record(at('one.yaml'), 'x');
    execFileSync('mkfifo', [at('pipe.yaml')]);
    expect(() => redactCassette(at('one.yaml'), { output: () => at('pipe.yaml') })).toThrow('is not a regular file');
    expect(() => redactCassette(at('one.yaml'), { output: () => at('one.yaml/x.yaml') })).toThrow('not a folder');
  });

  it('has folders made that are missing', () => {
    const at = place();
    record(at('a/b/c.yaml'), 'x');
    redactCassette(at('a/b/c.yaml'), { output: () => at('d/e/c.yaml') });
    expect(bodiesOf(at('d/e/c.yaml'))).toEqual([{ text: 'x' }]);
  });
});
