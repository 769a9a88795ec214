import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { parse } from '../../commands/index.js';
import { Mistake, makePrivateFolder, packageRoot, packageVersion, stateFolder } from '../../util/index.js';
import type { CliCommand } from '../command.js';
import { FAILED, FINE } from '../exit-codes.js';
import { wrapped } from '../help/wrapped.js';
import { cleanLine, writeOut } from '../output.js';

/** `true`: works. `false`: broken. `undefined`: an optional part is missing. */
interface Finding {
  readonly ok: boolean | undefined;
  readonly message: string;
  readonly fix?: string;
}

export const doctor: CliCommand = {
  help: 'Check the installation and suggest fixes.',
  example: 'patchbay doctor',
  async run(args) {
    parse(args, {}, false);
    const findings = [
      node(),
      await sandboxWorks(),
      state(),
      ...kernelParts(),
      jupyter(),
      await types(),
      await credentials(),
      ...(await skills()),
    ];
    const { columns = Number.POSITIVE_INFINITY } = process.stdout;
    for (const { ok, message, fix } of findings) {
      const mark = ok === undefined ? '–' : ok ? '✓' : '✗';
      writeOut(`${mark} ${wrapped(cleanLine(message), 2, columns).trimStart()}\n`);
      if (fix) writeOut(`    → ${wrapped(fix, 6, columns).trimStart()}\n`);
    }
    return findings.some(({ ok }) => ok === false) ? FAILED : FINE;
  },
};

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return {
    ok,
    message: `patchbay ${packageVersion()} on Node ${process.versions.node}`,
    ...(!ok && { fix: 'install Node 20.19 or newer' }),
  };
}

async function sandboxWorks(): Promise<Finding> {
  try {
    const { newSandbox } = await import('../../sandbox/index.js');
    const { data } = await newSandbox().client().phone_numbers.list();
    return { ok: data.length > 0, message: `the sandbox works (${data.length} phone numbers)` };
  } catch (error) {
    return { ok: false, message: `the sandbox does not work: ${error instanceof Error ? error.message : error}` };
  }
}

function state(): Finding {
  const folder = stateFolder();
  try {
    makePrivateFolder(folder, { variable: 'PATCHBAY_STATE_DIR' });
    accessSync(folder, constants.W_OK);
    return { ok: true, message: `history and recordings are stored in ${folder}` };
  } catch {
    return {
      ok: false,
      message: `${folder} is not writable, so history is not saved`,
      fix: 'set PATCHBAY_STATE_DIR to a writable folder',
    };
  }
}

const NOTEBOOK_PARTS = { zeromq: 'notebooks do not run', tslab: 'notebooks run without type checks' };

function kernelParts(): Finding[] {
  const require = createRequire(join(packageRoot(), 'package.json'));
  return Object.entries(NOTEBOOK_PARTS).map(([name, without]) => {
    try {
      require.resolve(name);
      return { ok: true, message: `${name} is installed, for notebooks` };
    } catch {
      return { ok: undefined, message: `${name} is missing: ${without}`, fix: `npm install ${name}` };
    }
  });
}

/** The time that a busy machine needs to load the compiler. */
const COMPILER_MS = 30_000;

async function types(): Promise<Finding> {
  if (process.env.PATCHBAY_TYPES === 'off')
    return { ok: undefined, message: 'completion by types is off: PATCHBAY_TYPES=off' };
  const { createTypeService } = await import('../../types/index.js');
  const service = createTypeService();
  service.warmUp();
  // The service does not keep the process alive.
  const alive = setTimeout(() => {}, COMPILER_MS);
  await service.complete('1', 1, { timeoutMs: COMPILER_MS });
  clearTimeout(alive);
  const status = service.status();
  await service.close();
  if (status.state === 'ready') return { ok: true, message: `completion uses types (${status.compiler})` };
  const reason = status.state === 'unavailable' ? status.reason : 'the compiler takes too long to load';
  return {
    ok: undefined,
    message: `completion works without types: ${reason}`,
    ...(status.state === 'unavailable' && status.install && { fix: status.install }),
  };
}

function jupyter(): Finding {
  const found = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'jupyter')));
  if (found) return { ok: true, message: 'jupyter is installed; patchbay kernel install adds the Patchbay kernel' };
  return { ok: undefined, message: 'jupyter is not in PATH; patchbay notebook run works without it' };
}

async function credentials(): Promise<Finding> {
  const { liveCredentials } = await import('../../commands/index.js');
  try {
    const { source } = liveCredentials(undefined);
    return { ok: true, message: `--live uses the credentials of ${source}; patchbay whoami shows them` };
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    return { ok: undefined, message: error.message, fix: 'the sandbox needs no credentials' };
  }
}

/** Reports the environment variables that skills read, and the skills that cannot be used. */
async function skills(): Promise<Finding[]> {
  const [{ createRegistry }, { enforceEgress }] = await Promise.all([
    import('../../skills/index.js'),
    import('../../http/index.js'),
  ]);
  // Skills of PLATFORM_SKILL_PATHS are the user's own code, which runs when they are listed.
  enforceEgress('loopback');
  const registry = createRegistry();
  const known = await registry.list_skills();
  const variables = [...new Set(known.flatMap(({ env_vars }) => env_vars))].sort();
  const problems = await registry.problems();
  return [
    ...variables.map((variable): Finding => {
      const readers = known.filter(({ env_vars }) => env_vars.includes(variable));
      const isKey = readers.some(({ keys, required_env_vars }) => [...keys, ...required_env_vars].includes(variable));
      const names = readers.map(({ name }) => name).join(', ');
      if (process.env[variable]) return { ok: true, message: `${variable} is set, for ${names}` };
      const use = isKey ? `required with --live by ${names}` : `optional for ${names}`;
      return { ok: undefined, message: `${variable} is not set; ${use}` };
    }),
    ...problems.map(
      ({ name, from, message }): Finding => ({
        ok: undefined,
        message: `the skill ${name} (${from}) cannot be used: ${message}`,
      }),
    ),
  ];
}
