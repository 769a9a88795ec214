// The packed package, installed in an empty folder: every export loads by import and by require, programs compile with it,
// and the command runs.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rotated } from '../support/rotation.js';

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
  .filter((path) => !/^\.\/(package\.json|fixtures\/\*)$/.test(path))
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

prove('notebook copy copies the lessons, and they have the same outputs', () => {
  const said = run('npx', ['patchbay', 'notebook', 'copy', 'school']);
  const lessons = readdirSync(join(folder, 'school', 'notebooks')).map((name) => join('school', 'notebooks', name));
  if (!said.startsWith(`${lessons.length} notebooks in `)) throw new Error(`it printed ${JSON.stringify(said)}`);
  if (lessons.length < 8) throw new Error(said);
  // The tests run all lessons of the repository.
  const checked = run('npx', ['patchbay', 'notebook', 'run', '--check', ...lessons.slice(0, 2)]);
  const fine = checked.split('\n').filter((line) => line.endsWith(', outputs match the file'));
  if (fine.length !== 2) throw new Error(checked);
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

const GLOBAL = 'the kernel of a global installation passes every case of jupyter_kernel_test';
for (const what of rotated([GLOBAL], 5))
  prove(what, () => {
    const prefix = join(folder, 'global');
    run('npm', [
      'install',
      '--global',
      '--prefix',
      prefix,
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      `./${filename}`,
    ]);
    run(join(prefix, 'bin', 'patchbay'), ['kernel', 'install', '--prefix', prefix]);
    const { status, stderr } = spawnSync('/usr/bin/python3', [join(root, 'test', 'slow', 'kernel', 'protocol.py')], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        JUPYTER_PATH: join(prefix, 'share', 'jupyter'),
        JUPYTER_DATA_DIR: join(folder, 'jupyter'),
        JUPYTER_RUNTIME_DIR: join(folder, 'jupyter'),
        IPYTHONDIR: join(folder, 'ipython'),
        PATCHBAY_STATE_DIR: join(folder, 'state'),
      },
    });
    if (status !== 0) throw new Error(stderr);
  });

const packed = join(folder, 'node_modules', 'patchbay');
prove('the links of the README lead to files of the package', () => {
  const readme = readFileSync(join(packed, 'README.md'), 'utf8');
  const targets = [...readme.matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)].map(([, target]) => target);
  const lost = targets.filter((target) => !/^https?:/.test(target) && !existsSync(join(packed, target)));
  if (targets.length < 20 || lost.length > 0) throw new Error(`${targets.length} links, of which lost: ${lost}`);
});
prove('the plugin for pytest is a file of the package', () => {
  if (!existsSync(join(packed, 'python', 'patchbay_pytest.py'))) throw new Error('it is missing');
});
prove('the fixtures of the README open from the folder of the user, and as files of the package', () => {
  const readme = readFileSync(join(packed, 'README.md'), 'utf8');
  const files = [...new Set(readme.match(/\bfixtures\/[\w/.-]+\.(?:yaml|ndjson)\b/g))];
  if (files.length < 2) throw new Error(`found only ${files}`);
  const program = `import { openCassette } from 'patchbay/cassette'; import { readFileSync } from 'node:fs';
    for (const file of ${JSON.stringify(files)}) {
      if (openCassette(file).entries.length === 0) throw new Error(file + ' is empty');
      readFileSync(new URL(import.meta.resolve('patchbay/' + file)));
    }`;
  run('node', ['--input-type=module', '-e', program]);
  const replay = files.find((file) => file.includes('weather_api'));
  const asked = ['skills', 'run', 'weather_api', 'get_weather', '{"location":"New York"}', '--replay', replay];
  run('npx', ['patchbay', ...asked]);
});

prove('skills new writes a skill that runs, with a test that passes', () => {
  run('npx', ['patchbay', 'skills', 'new', 'order_status']);
  const fixture = join('skills', 'order_status', 'fixture.yaml');
  const words = ['order_status', 'get_order_status', '{"id":"7"}', '--skills', 'skills', '--replay', fixture];
  const printed = run('npx', ['patchbay', 'skills', 'run', ...words]);
  if (printed !== 'It is ready.\n') throw new Error(`it printed ${JSON.stringify(printed)}`);
  run('node', ['--test', join('skills', 'order_status', 'skill.test.mjs')]);
});

const PROGRAM = `
import { Agent, createSandbox, PhoneCallHandler, type RestClient, type SkillDescription, SkillLoadError } from 'patchbay';
import { operations, type PlatformRestError } from 'patchbay/client';
import { createRegistry, SkillBase } from 'patchbay/skills';
import { Datetime } from 'patchbay/skills/datetime';
import { createSandbox as another } from 'patchbay/sandbox';
import { sandboxFixtures } from 'patchbay/sandbox/vitest';
import { openCassette, recorder, replayer } from 'patchbay/cassette';
import { explain, exportCase, importCase, links, minimize, replay } from 'patchbay/cases';
import type { Display } from 'patchbay/notebook';

const client: RestClient = createSandbox().client();
async function work(): Promise<number> {
  const { data } = await client.phone_numbers.list();
  for await (const queue of client.queues.list({ page_size: 2 })) void queue.friendly_name.length;
  await client.queues.get('nothing').catch(({ status }: PlatformRestError) => status);
  return data.length;
}
const all = [operations, Agent, createRegistry, SkillBase, Datetime, another, sandboxFixtures, openCassette, recorder, replayer, explain, exportCase, importCase, links, minimize, replay, SkillLoadError];
export type Types = [Display, SkillDescription];
// @ts-expect-error: the call needs two ids.
export const wrong = () => client.queues.get_member('only one');
work().then((count) => console.log(count > 0 && all.every(Boolean) && PhoneCallHandler.AI_AGENT));
`;
const calls = JSON.parse(readFileSync(join(root, 'test', 'support', 'consumer-calls.json'), 'utf8'));
const CALLS = `import { extra, PhoneCallHandler, RestClient } from 'patchbay/client';\n${calls.names.join('\n')}\nvoid [extra, PhoneCallHandler];\n`;
const linesOf = (kind) => calls[kind].map((call) => `void (${call});\n`).join('');
const compilers = { '5.0.4': 'typescript-oldest', 5.9: 'typescript-newest' };
const aliases = Object.entries(compilers).map(([version, name]) => `${name}@npm:typescript@${version}`);
run('npm', ['install', '--no-audit', '--no-fund', ...aliases, '@types/node@20']);
const projects = [
  ['5.0.4', 'es2022', 'node10', 'module'],
  ['5.0.4', 'commonjs', 'node10', 'commonjs'],
  ['5.0.4', 'node16', 'node16', 'commonjs'],
  ['5.9', 'nodenext', 'nodenext', 'module'],
  ['5.9', 'node16', 'node16', 'commonjs'],
  ['5.9', 'nodenext', 'nodenext', 'commonjs'],
  ['5.9', 'esnext', 'bundler', 'module'],
];
for (const [version, module, resolution, type] of rotated(projects, 5)) {
  prove(`a program compiles and runs: TypeScript ${version}, ${resolution}, ${type}`, () => {
    const project = join(folder, `${version}-${resolution}-${type}`);
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type }));
    writeFileSync(join(project, 'main.ts'), PROGRAM);
    for (const kind of ['right', 'typos']) writeFileSync(join(project, `${kind}.ts`), CALLS + linesOf(kind));
    const tsc = join(folder, 'node_modules', compilers[version], 'bin', 'tsc');
    const options = {
      strict: true,
      target: 'es2022',
      module,
      moduleResolution: resolution,
      types: 'node',
      outDir: 'out',
    };
    const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const { stdout } = spawnSync('node', [tsc, ...flags, 'main.ts'], { cwd: project, encoding: 'utf8' });
    // The declarations of zod need a newer compiler than 5.0 when libraries are checked, so only the others count.
    const errors = stdout.split('\n').filter((line) => /error TS/.test(line) && !/node_modules\/zod\//.test(line));
    if (errors.length > 0) throw new Error(errors.join('\n'));
    const printed = run('node', [join('out', 'main.js')], { cwd: project });
    if (printed !== 'ai_agent\n') throw new Error(`it printed ${JSON.stringify(printed)}`);

    const strict = ['--exactOptionalPropertyTypes', '--skipLibCheck', '--noEmit'];
    const checked = spawnSync('node', [tsc, ...flags, ...strict, 'right.ts', 'typos.ts'], {
      cwd: project,
      encoding: 'utf8',
    });
    const refused = [...checked.stdout.matchAll(/^(\w+)\.ts\((\d+),.*$/gm)];
    const lines = new Set(refused.map(([, file, line]) => file === 'typos' && Number(line) - CALLS.split('\n').length));
    const accepted = calls.typos.filter((_, index) => !lines.has(index));
    if (accepted.length > 0) throw new Error(`these typos compile: ${accepted.join('\n')}`);
    const wrong = refused.filter(([, file]) => file !== 'typos').map(([text]) => text);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  });
}

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
