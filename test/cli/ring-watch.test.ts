import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { COMPILED } from '../support/run-patchbay.js';

const CLI = join(import.meta.dirname, '../../dist/cli.js');
const WAITS = /patchbay: waits for changes of .*\n/;

const folderOf = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ring-watch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};

/** A running `ring --watch`, whose output is read part by part. */
class Watcher {
  readonly #child: ChildProcess;
  #out = '';
  #wake = () => {};

  constructor(cwd: string, document: string) {
    const env = {
      PATH: process.env.PATH,
      PATCHBAY_STATE_DIR: cwd,
      PATCHBAY_CONFIG_DIR: cwd,
      ...COMPILED,
      NO_COLOR: '1',
    };
    // Both outputs in one pipe keep their order.
    const args = ['-c', 'exec "$0" "$@" 2>&1', process.execPath, CLI, 'ring', '--document', document, '--watch'];
    this.#child = spawn('sh', args, { cwd, env, timeout: 60_000 });
    onTestFinished(() => void this.#child.kill('SIGKILL'));
    this.#child.stdout?.on('data', (data) => {
      this.#out += data;
      this.#wake();
    });
  }

  /** Returns what is printed until the command waits for the next change. */
  async next(): Promise<string> {
    let end = WAITS.exec(this.#out);
    while (!end) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      end = WAITS.exec(this.#out);
    }
    const part = this.#out.slice(0, end.index);
    this.#out = this.#out.slice(end.index + end[0].length);
    return part;
  }

  async end(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGINT');
    return ended;
  }
}

const menu = (...steps: string[]) => `sections:\n  main:\n${steps.map((step) => `    - ${step}\n`).join('')}`;

it('rings again when the file changes, and shows only what differs', async () => {
  const folder = folderOf({ 'menu.yaml': menu('play: "say:Hello"', 'play: "say:Bye"') });
  const write = (text: string) => writeFileSync(join(folder, 'menu.yaml'), text);
  const watcher = new Watcher(folder, 'menu.yaml');
  expect(await watcher.next()).toContain('plays say:Hello');

  write(menu('play: "say:Hello, and welcome to the shop"', 'play: "say:Bye"'));
  expect(await watcher.next()).toBe(
    `menu.yaml changed
  - play: plays say:Hello
  + play: plays say:Hello, and welcome to the shop
    play: plays say:Bye
`,
  );

  write(`# only a comment\n${menu('play: "say:Hello, and welcome to the shop"', 'play: "say:Bye"')}`);
  expect(await watcher.next()).toBe('menu.yaml changed: the story is the same\n');

  write(menu('plya: "say:Hello"'));
  expect(await watcher.next()).toMatch(/\+ problem: menu\.yaml:3:7: .*plya.*Did you mean play\?/);

  write('');
  expect(await watcher.next()).toBe('menu.yaml is empty\n');

  // An editor may write another file and rename it.
  writeFileSync(join(folder, '.menu.tmp'), menu('play: "say:Hi"'));
  renameSync(join(folder, '.menu.tmp'), join(folder, 'menu.yaml'));
  expect(await watcher.next()).toContain('+ play: plays say:Hi');
  expect(await watcher.end()).toBe(0);
}, 60_000);

it('shows that a callback is answered otherwise', async () => {
  const replies = (status: number) => `replies:\n  - { url: /st, status: ${status} }\n`;
  const folder = folderOf({
    'main.xml': '<Response><Dial action="/done"><Number statusCallback="/st">+12065550101</Number></Dial></Response>',
    'replies.yaml': replies(200),
  });
  const watcher = new Watcher(folder, '.');
  await watcher.next();
  writeFileSync(join(folder, 'replies.yaml'), replies(500));
  expect(await watcher.next()).toMatch(/- callback: .* answered 200\n.*\+ callback: .* answered 500, tried 3 times/s);
  expect(await watcher.end()).toBe(0);
}, 60_000);

it('rings again when a file of a folder changes', async () => {
  const folder = folderOf({
    'main.xml': '<Response><Redirect>b.xml</Redirect></Response>',
    'b.xml': '<Response><Say>Hello</Say></Response>',
  });
  const watcher = new Watcher(folder, '.');
  expect(await watcher.next()).toContain('says "Hello"');
  writeFileSync(join(folder, 'b.xml'), '<Response><Say>Goodbye</Say></Response>');
  expect(await watcher.next()).toContain('+ Say: says "Goodbye"');
  for (const word of ['One', 'Two', 'Three']) {
    writeFileSync(join(folder, '.b.tmp'), `<Response><Say>${word}</Say></Response>`);
    renameSync(join(folder, '.b.tmp'), join(folder, 'b.xml'));
    expect(await watcher.next()).toContain(`+ Say: says "${word}"`);
  }
  expect(await watcher.end()).toBe(0);
}, 60_000);
