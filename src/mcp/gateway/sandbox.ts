import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../util/index.js';
import type { SandboxConfig, ServiceConfig } from './config.js';

export interface Start {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly identity: { readonly uid: number; readonly gid: number } | undefined;
  tidy(): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

const NOBODY = 65_534;
const KEPT =
  /^(PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ|TERM|PYTHONPATH|NODE_PATH|JAVA_HOME|SystemRoot|SystemDrive|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE|ProgramFiles)$/i;
/** Variables that load code into a program, and credentials that belong to the gateway. */
const NEVER = /^(LD_\w+|DYLD_\w+|MCP_AUTH_\w+|PLATFORM_\w+)$/;

export function sandboxFolder(configured: string | undefined, folder: string): string {
  const parent = configured === undefined ? tmpdir() : resolve(folder, configured);
  makeFolder(parent);
  const made = mkdtempSync(join(parent, 'mcp-gateway-'));
  // Another user, such as `nobody`, must be able to reach its own folder inside.
  chmodSync(made, 0o711);
  return made;
}

/** Prepares the folder, the environment without secrets, the limits and the user of one process. */
export function prepareStart(
  { command = [], args, env: own, sandbox }: ServiceConfig,
  { folder, sandboxes, env }: { folder: string; sandboxes: string; env: Environment },
): Start {
  const words = [command, args].flat().map((word) => besideConfig(word, folder));
  if (!sandbox.enabled) {
    const cwd = workingFolder(sandbox, folder) ?? folder;
    return { words, cwd, env: { ...given(env, () => true), ...own }, identity: undefined, tidy() {} };
  }
  const home = mkdtempSync(join(sandboxes, 'process-'));
  const identity = identityFor(sandbox, home);
  const temporary = { TMPDIR: home, TMP: home, TEMP: home };
  const kept = given(env, (name) => (!sandbox.restricted_env || KEPT.test(name)) && !NEVER.test(name));
  return {
    words: withLimits(words, sandbox.resource_limits),
    cwd: workingFolder(sandbox, folder) ?? home,
    env: { ...kept, ...temporary, ...(identity && { HOME: home, USER: 'nobody', LOGNAME: 'nobody' }), ...own },
    identity,
    tidy: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Resolves a relative path against the folder of the configuration, because the process starts in another one. */
function besideConfig(word: string, folder: string): string {
  return /^\.{1,2}[\\/]/.test(word) && existsSync(resolve(folder, word)) ? resolve(folder, word) : word;
}

const workingFolder = ({ working_dir }: SandboxConfig, folder: string) =>
  working_dir ? resolve(folder, working_dir) : undefined;

function given(env: Environment, wanted: (name: string) => boolean): Record<string, string> {
  const found = Object.entries(env).filter(([name, value]) => value !== undefined && wanted(name));
  return Object.fromEntries(found) as Record<string, string>;
}

function identityFor({ drop_privileges }: SandboxConfig, home: string): Start['identity'] {
  // Only root can change the user of a process.
  if (!drop_privileges || process.getuid?.() !== 0) return undefined;
  chownSync(home, NOBODY, NOBODY);
  return { uid: NOBODY, gid: NOBODY };
}

/** Wraps a command in a shell that sets limits. An error is ignored: `ulimit` cannot raise a lower hard limit. */
function withLimits(words: readonly string[], limits: SandboxConfig['resource_limits']): readonly string[] {
  const { cpu_seconds, file_mb, open_files, memory_mb } = limits as Partial<Record<string, number>>;
  const wanted = [
    cpu_seconds && `-t ${cpu_seconds}`,
    file_mb && `-f ${Math.ceil(file_mb * 2048)}`, // in blocks of 512 bytes
    open_files && `-n ${open_files}`,
    memory_mb && `-v ${Math.ceil(memory_mb * 1024)}`,
  ].filter(Boolean);
  if (wanted.length === 0 || process.platform === 'win32') return words;
  const script = wanted.map((limit) => `ulimit ${limit} 2>/dev/null`).join('; ');
  return ['/bin/sh', '-c', `${script}; exec "$0" "$@"`, ...words];
}
