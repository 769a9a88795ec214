import { type CommandContext, readProfiles } from '../commands/index.js';
import { printShown, redrawErr, writeErr } from './output.js';

/** What a shell offers to the commands that it shares with the prompt. */
export const shellContext = (): CommandContext => ({
  env: process.env,
  typed: (command) => `patchbay ${command}`,
  async secrets() {
    const [{ CREDENTIAL_VARIABLES }, { KnownSecrets }] = await Promise.all([
      import('../client/index.js'),
      import('../redact/index.js'),
    ]);
    return [process.env[CREDENTIAL_VARIABLES.token], ...new KnownSecrets(process.env).known];
  },
  warn: (line) => writeErr(`${line}\n`),
  log: (line) => writeErr(`patchbay: ${line}\n`),
  print: printShown,
  progress: redrawErr,
  async interruptible(work) {
    const interrupted = new AbortController();
    const stop = () => interrupted.abort();
    process.once('SIGINT', stop);
    return work(interrupted.signal).finally(() => process.off('SIGINT', stop));
  },
  ...(process.stdout.columns !== undefined && { columns: process.stdout.columns }),
  profiles: () => readProfiles(),
  async reviewer(isRequired, files) {
    const { canReview, reviewOnTerminal } = await import('./cassette/review.js');
    return canReview(isRequired, files) ? reviewOnTerminal : undefined;
  },
  skills: async (flags) => (await import('./skills/skill-source.js')).skillSource(flags),
});
