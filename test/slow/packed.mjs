// The packed package, installed in an empty folder: every export loads by import and by require, and the command runs.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = mkdtempSync(join(tmpdir(), 'patchbay-packed-'));
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const run = (command, args, options = {}) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });
let failures = 0;

const [{ filename }] = JSON.parse(
  run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: root }),
);
writeFileSync(join(folder, 'package.json'), '{ "name": "empty", "private": true }');
run('npm', ['install', '--no-audit', '--no-fund', `./${filename}`]);

const entries = Object.keys(exports)
  .filter((path) => path !== './package.json')
  .map((path) => `patchbay${path.slice(1)}`.replace('*', 'datetime'));
for (const entry of entries) {
  prove(`${entry} loads by import`, () =>
    run('node', [
      '--input-type=module',
      '-e',
      `if (Object.keys(await import('${entry}')).length === 0) throw new Error('empty')`,
    ]),
  );
  prove(`${entry} loads by require`, () =>
    run('node', ['-e', `if (Object.keys(require('${entry}')).length === 0) throw new Error('empty')`]),
  );
}
prove('exported classes have the names under which they are exported', () => {
  const program = `const wrong = [];
    for (const entry of ${JSON.stringify(entries)})
      for (const [name, value] of Object.entries(await import(entry)))
        if (/^class\\b/.test(Function.prototype.toString.call(value instanceof Function ? value : () => 0)) && name !== 'default' && value.name !== name)
          wrong.push(name + ' is called ' + value.name);
    if (wrong.length > 0) throw new Error(wrong.join('; '))`;
  run('node', ['--input-type=module', '-e', program]);
});
prove('npx patchbay -e 1 prints 1', () => {
  const printed = run('npx', ['patchbay', '-e', '1']);
  if (printed !== '1\n') throw new Error(`it printed ${JSON.stringify(printed)}`);
});
prove('a program of the library runs on the sandbox', () => {
  const program =
    "import { createSandbox } from 'patchbay'; console.log((await createSandbox().client().phone_numbers.list()).data.at(-1).name)";
  const printed = run('node', ['--input-type=module', '-e', program]);
  if (printed !== 'Front desk\n') throw new Error(`it printed ${JSON.stringify(printed)}`);
});

prove('notebook copy copies the lessons, and each has the same outputs', () => {
  const said = run('npx', ['patchbay', 'notebook', 'copy', 'school']);
  const lessons = readdirSync(join(folder, 'school', 'notebooks')).map((name) => join('school', 'notebooks', name));
  if (!said.startsWith(`${lessons.length} notebooks in `)) throw new Error(`it printed ${JSON.stringify(said)}`);
  const checked = run('npx', ['patchbay', 'notebook', 'run', '--check', ...lessons])
    .trim()
    .split('\n');
  const fine = checked.filter((line) => line.endsWith(', outputs match the file'));
  if (lessons.length < 8 || fine.length !== lessons.length) throw new Error(checked.join('\n'));
});
prove('notebook copy does not overwrite changes of a learner', () => {
  const file = join(folder, 'school', 'notebooks', '01-first-call.ipynb');
  const mine = readFileSync(file, 'utf8').replace('Your code here', 'My own code');
  writeFileSync(file, mine);
  const { status, stderr } = spawnSync('npx', ['patchbay', 'notebook', 'copy', 'school'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 1 || !stderr.includes('01-first-call.ipynb')) throw new Error(`${status} ${stderr}`);
  if (readFileSync(file, 'utf8') !== mine) throw new Error('it was overwritten');
  run('npx', ['patchbay', 'notebook', 'copy', 'school', '--force']);
  if (readFileSync(file, 'utf8') === mine) throw new Error('--force did nothing');
});

rmSync(folder, { recursive: true });
process.exitCode = failures > 0 ? 1 : 0;

function prove(what, proof) {
  try {
    proof();
    console.log(`ok packed: ${what}`);
  } catch (error) {
    failures++;
    console.log(`not ok packed: ${what}\n${String(error.stderr || error.message).trim()}`);
  }
}
