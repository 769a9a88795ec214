import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Mistake } from '../util/index.js';

/** The exit code of a shell that does not find the program. */
const NOT_FOUND = 127;

/** Shows a text in the pager of the user, `$PAGER` or `less -R`. Returns when the user closes it. */
export async function showInPager(text: string, { PAGER }: NodeJS.ProcessEnv): Promise<void> {
  const command = PAGER?.trim() || 'less -R';
  // At Ctrl-C, the pager decides what to do, and the shell keeps waiting for it.
  const child = spawn('sh', ['-c', `trap : INT\n${command}`], { stdio: ['pipe', 'inherit', 'inherit'] });
  // The user can close the pager before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(text);
  const [code, signal]: unknown[] = await once(child, 'exit');
  if (code === NOT_FOUND)
    throw new Mistake(
      `there is no program for ${command}. Install less, set PAGER to another program, or type .last --all to print the value`,
    );
  if (code !== 0)
    throw new Mistake(
      `the pager ${signal === null ? `exited with code ${code}` : `was ended by ${signal}`}: ${command}`,
    );
}
