import { closeSync, readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { ACCOUNT_VARIABLES, accountIn } from './child-environment.js';

type Account = Readonly<Record<string, string>>;

/** A pipe passes the account to the kernel, to keep it out of the environment and the arguments. */
export const ACCOUNT_FD = 3;
/** Has no value: the flag only states that the account is on the pipe. */
export const ACCOUNT_FLAG = '--account-on-fd-3';

/** Writes the account to a starting kernel. If the kernel exits before it reads, the exit handler reports it. */
export function sendAccount(pipe: Writable, account: Account): void {
  pipe.on('error', () => {});
  pipe.end(JSON.stringify(account));
}

/**
 * Returns the account for a live kernel, from the pipe or from the environment, and removes it from both: the pipe is
 * closed, and the variables are deleted from `env`, because cells can read it and child processes inherit it.
 */
export function takeAccount(args: readonly string[], env: NodeJS.ProcessEnv): Account | undefined {
  const own = accountIn(env);
  for (const name of [...ACCOUNT_VARIABLES, ...OTHER_SECRETS]) delete env[name];
  if (!args.includes(ACCOUNT_FLAG)) return own;
  const sent: unknown = JSON.parse(readFileSync(ACCOUNT_FD, 'utf8'));
  closeSync(ACCOUNT_FD);
  return accountIn(sent as NodeJS.ProcessEnv);
}

/** Secrets of other Patchbay servers. Cells do not need them. */
const OTHER_SECRETS = ['PATCHBAY_MCP_TOKEN', 'PATCHBAY_SEARCH_USER', 'PATCHBAY_SEARCH_PASSWORD'];
