import { Mistake } from '../../util/index.js';

/** Variables that programs need to start and behave as usual. None of them holds a secret or loads code. */
const ALLOWED =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TMP|TEMP|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|CI|XDG_\w+|NODE_EXTRA_CA_CERTS|NODE_COMPILE_CACHE|NODE_NO_WARNINGS|NODE_DISABLE_COLORS|SSL_CERT_FILE|SSL_CERT_DIR|PATCHBAY_(CACHE_DIR|STATE_DIR|CONFIG_DIR|TYPES|STRICT))$/;
const ALLOWED_ON_WINDOWS =
  /^(PATH|PATHEXT|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|OS|USERNAME|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|ALLUSERSPROFILE|PROGRAMDATA|PROGRAMFILES|PROGRAMFILES\(X86\)|COMMONPROGRAMFILES|NUMBER_OF_PROCESSORS|PROCESSOR_\w+)$/i;
const PROXIES = /^(https?_proxy|all_proxy|no_proxy)$/i;
/** Settings of skills, for kernels that may send requests to real services. */
const ALLOWED_LIVE = /^PLATFORM_(SKILL_PATHS|ALLOW_PRIVATE_URLS)$/;

/** The variables of the platform account. A kernel receives them through a pipe. */
export const ACCOUNT_VARIABLES = ['PLATFORM_PROJECT_ID', 'PLATFORM_API_TOKEN', 'PLATFORM_SPACE'] as const;

export interface ChildEnvironmentOptions {
  readonly names?: readonly string[];
  readonly live?: boolean;
}

/** Returns the environment of a kernel: the variables on the allow-list and those that the user names. */
export function childEnvironment(
  env: NodeJS.ProcessEnv,
  { names = [], live = false }: ChildEnvironmentOptions = {},
): NodeJS.ProcessEnv {
  for (const name of names) assertPassable(name, env);
  const isAllowed = ([name, value = '']: [string, string | undefined]) =>
    names.includes(name) ||
    ALLOWED.test(name) ||
    (process.platform === 'win32' && ALLOWED_ON_WINDOWS.test(name)) ||
    (PROXIES.test(name) && !isSecretProxy(name, value, live)) ||
    (live && ALLOWED_LIVE.test(name));
  return Object.fromEntries(Object.entries(env).filter(isAllowed));
}

function assertPassable(name: string, env: NodeJS.ProcessEnv): void {
  if (!/^[A-Za-z_]\w*$/.test(name))
    throw new Mistake(
      `--env requires the name of a variable, not ${JSON.stringify(name)}; the value comes from your environment`,
    );
  if ((ACCOUNT_VARIABLES as readonly string[]).includes(name))
    throw new Mistake(`--env cannot pass ${name}; use --live, which sends your account to the kernel through a pipe`);
  if (env[name] === undefined)
    throw new Mistake(`--env ${name}: the variable is not set; set it, or remove the option`);
}

/** Checks for a password in a proxy URL. A live run throws, because it would fail without its proxy. */
function isSecretProxy(name: string, value: string, live: boolean): boolean {
  if (!value.includes('@')) return false;
  if (!live) return true;
  throw new Mistake(
    `${name} contains a password, so kernels do not receive it; add --env ${name}, or remove the password`,
  );
}

/** Returns the account in an environment, as sent to a live kernel, or undefined if no variable is set. */
export function accountIn(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> | undefined {
  const found = ACCOUNT_VARIABLES.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
