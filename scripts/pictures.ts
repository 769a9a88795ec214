// Draws the pictures of docs/images from the built program. Run it after `npm run build`.
// `--check` draws them into a temporary folder and prints `ok` or `not ok` for each: a picture is outdated when the text in it
// is not what the program shows. The pixels are not compared, because fonts differ between machines.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchScene } from './picture/bench-scene.js';
import { callScene } from './picture/call-scene.js';
import { inspectorScenes } from './picture/inspector-scenes.js';
import { comparable, type Picture } from './picture/picture.js';

const images = join(import.meta.dirname, '../docs/images');
const LIST = join(images, 'pictures.json');
const isCheck = process.argv.includes('--check');
const home = mkdtempSync(join(tmpdir(), 'pictures-'));

/** What the list keeps of a picture: its text, and a hash of the file that was drawn with it. */
interface Listed {
  readonly text: readonly string[];
  readonly sha256: string;
}

const drawn: Picture[] = [];
for (const scene of [benchScene, callScene, inspectorScenes]) drawn.push(...(await scene(home)));
rmSync(home, { recursive: true, force: true });
if (isCheck) check();
else write();

function write(): void {
  const listed: Record<string, Listed> = {};
  for (const { name, content, text } of drawn) {
    writeFileSync(join(images, name), content);
    listed[name] = { text: comparable(text), sha256: hashOf(content) };
  }
  writeFileSync(LIST, `${JSON.stringify(listed, null, 2)}\n`);
  process.stdout.write(`${drawn.map(({ name }) => `docs/images/${name}`).join('\n')}\n`);
}

function check(): void {
  const listed: Record<string, Listed> = JSON.parse(readFileSync(LIST, 'utf8'));
  for (const { name, text } of drawn) {
    const problem = problemOf(name, comparable(text), listed[name]);
    process.stdout.write(
      problem === undefined ? `ok ${name}\n` : `not ok ${name}: ${problem}. Run: npm run pictures\n`,
    );
    if (problem !== undefined) process.exitCode = 1;
  }
}

function problemOf(name: string, text: readonly string[], listed: Listed | undefined): string | undefined {
  if (!listed) return 'not in docs/images/pictures.json';
  if (hashOf(readFileSync(join(images, name))) !== listed.sha256) return 'the file is not the one that was drawn';
  const missing = listed.text.find((line) => !text.includes(line));
  if (missing !== undefined) return `it shows “${missing}”, which the program does not print`;
  const fresh = text.find((line) => !listed.text.includes(line));
  return fresh === undefined ? undefined : `it lacks “${fresh}”, which the program prints`;
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
