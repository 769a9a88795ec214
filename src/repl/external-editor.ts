import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFile, Mistake } from '../util/index.js';
import { printable } from './keys/index.js';

const NO_EDITOR =
  "No editor is set. Set VISUAL or EDITOR in your shell, or run process.env.EDITOR = 'nano' here, then press the keys again";

/** Returns the program that edits the input. It can have arguments. */
export function editorCommand({ VISUAL, EDITOR }: NodeJS.ProcessEnv): string {
  const command = VISUAL?.trim() || EDITOR?.trim();
  if (!command) throw new Mistake(NO_EDITOR);
  return command;
}

/** Returns the edited text. It can contain secrets, so only the user can read the file, which is removed. */
export async function editedText(text: string, command: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-edit-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Closing the terminal ends the process while the editor is open.
  process.once('exit', remove);
  try {
    const file = join(folder, 'input.ts');
    createFile(file, `${text}\n`);
    const child = spawn('sh', ['-c', `${command} "$1"`, 'sh', file], { stdio: 'inherit' });
    const [code, signal]: unknown[] = await once(child, 'exit');
    if (code !== 0) {
      const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
      throw new Mistake(`The editor ${how}, so the input is unchanged: ${command}`);
    }
    return printable(readFileSync(file, 'utf8').replace(/\r\n?/g, '\n')).replace(/\n+$/, '');
  } finally {
    process.off('exit', remove);
    remove();
  }
}
