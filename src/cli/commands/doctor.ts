import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { makePrivateFolder, packageRoot, packageVersion, stateFolder } from '../../util/index.js';
import { FAILED, FINE } from '../exit-codes.js';
import { parse } from '../options.js';
import { writeOut } from '../output.js';
import type { CliCommand } from './command.js';

/** `true`: works. `false`: broken. `undefined`: an optional part is missing. */
interface Finding {
  readonly ok: boolean | undefined;
  readonly says: string;
  readonly mend?: string;
}

export const doctor: CliCommand = {
  help: 'Check what Patchbay needs here, and say what to run where something is missing.',
  example: 'patchbay doctor',
  async run(args) {
    parse({ args: [...args], options: {} });
    const findings = [node(), await sandboxAnswers(), state(), ...kernelParts(), jupyter(), await credentials()];
    for (const { ok, says, mend } of findings) {
      const mark = ok === undefined ? '–' : ok ? '✓' : '✗';
      writeOut(`${mark} ${says}${mend ? `\n    → ${mend}` : ''}\n`);
    }
    return findings.some(({ ok }) => ok === false) ? FAILED : FINE;
  },
};

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return {
    ok,
    says: `patchbay ${packageVersion()} on Node ${process.versions.node}`,
    ...(!ok && { mend: 'install Node 20.19 or newer' }),
  };
}

async function sandboxAnswers(): Promise<Finding> {
  try {
    const { createSandbox } = await import('../../sandbox/index.js');
    const { data } = await createSandbox().client().phone_numbers.list();
    return { ok: data.length > 0, says: `the sandbox answers (${data.length} numbers)` };
  } catch (error) {
    return { ok: false, says: `the sandbox does not answer: ${error instanceof Error ? error.message : error}` };
  }
}

function state(): Finding {
  const folder = stateFolder();
  try {
    makePrivateFolder(folder, { variable: 'PATCHBAY_STATE_DIR' });
    accessSync(folder, constants.W_OK);
    return { ok: true, says: `history and recordings are kept in ${folder}` };
  } catch {
    return {
      ok: false,
      says: `${folder} cannot be written: there will be no history`,
      mend: 'set PATCHBAY_STATE_DIR to a folder of yours',
    };
  }
}

const NOTEBOOK_PARTS = { zeromq: 'notebooks cannot run', tslab: 'notebooks run, without types' };

function kernelParts(): Finding[] {
  const require = createRequire(join(packageRoot(), 'package.json'));
  return Object.entries(NOTEBOOK_PARTS).map(([name, without]) => {
    try {
      require.resolve(name);
      return { ok: true, says: `${name} is there, for notebooks` };
    } catch {
      return { ok: undefined, says: `${name} is missing: ${without}`, mend: `npm install ${name}` };
    }
  });
}

function jupyter(): Finding {
  const found = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'jupyter')));
  if (found) return { ok: true, says: 'jupyter is there; patchbay kernel install gives it our kernel' };
  return { ok: undefined, says: 'jupyter is not on the PATH; patchbay notebook run works without it' };
}

async function credentials(): Promise<Finding> {
  const { CREDENTIAL_VARIABLES } = await import('../../client/index.js');
  const missing = Object.values(CREDENTIAL_VARIABLES).filter((variable) => !process.env[variable]);
  if (missing.length === 0) return { ok: true, says: 'credentials for --live are set (patchbay whoami shows them)' };
  return {
    ok: undefined,
    says: `no credentials for --live: ${missing.join(', ')} not set`,
    mend: 'set them to reach the real platform; the sandbox needs none',
  };
}
