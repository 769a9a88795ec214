import { closeSync, readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { ACCOUNT_VARIABLES, accountIn } from './child-environment.js';

type Account = Readonly<Record<string, string>>;

/** A pipe that only the kernel inherits: neither its environment nor its arguments hold the account. */
export const ACCOUNT_FD = 3;
/** Without a value: the number says where to read, and nothing else. */
export const ACCOUNT_FLAG = '--account-on-fd-3';

/** Writes the account for a kernel that is starting. A kernel that dies before it reads is reported elsewhere. */
export function sendAccount(pipe: Writable, account: Account): void {
  pipe.on('error', () => {});
  pipe.end(JSON.stringify(account));
}

/**
 * The account for a live kernel, from the pipe or from its own environment. Either way it is gone afterwards: the pipe
 * is closed, and `process.env`, which cells read and the programs they start inherit, no longer holds it.
 */
export function takeAccount(args: readonly string[], env: NodeJS.ProcessEnv): Account | undefined {
  const own = accountIn(env);
  for (const name of [...ACCOUNT_VARIABLES, ...OTHER_SECRETS]) delete env[name];
  if (!args.includes(ACCOUNT_FLAG)) return own;
  const sent: unknown = JSON.parse(readFileSync(ACCOUNT_FD, 'utf8'));
  closeSync(ACCOUNT_FD);
  return accountIn(sent as NodeJS.ProcessEnv);
}

/** Secrets of our other servers, which no cell needs. */
const OTHER_SECRETS = ['PATCHBAY_MCP_TOKEN', 'PATCHBAY_SEARCH_USER', 'PATCHBAY_SEARCH_PASSWORD'];
