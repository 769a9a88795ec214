import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { type Cassette, changeCassette, parseCassette, toYaml } from '../../cassette/index.js';
import { assertNoLink, createFile } from '../../util/index.js';
import { UsageError } from '../exit-codes.js';

/** Opens a recording in the user's editor as YAML, whatever its format. An invalid draft is never written back. */
export function edit(file: string, env: NodeJS.ProcessEnv): string {
  const editor = env.VISUAL || env.EDITOR;
  if (!editor)
    throw new UsageError('EDITOR is not set. Set it to a text editor: EDITOR=nano patchbay cassette edit FILE');
  assertNoLink(file);
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-edit-'));
  const draft = join(folder, `${basename(file, extname(file))}.yaml`);
  let hasDraft = false;
  try {
    const warnings = changeCassette(file, (cassette) => {
      const before = toYaml(cassette);
      createFile(draft, before);
      hasDraft = true;
      open(editor, draft);
      const after = readFileSync(draft, 'utf8');
      return after === before ? undefined : edited(after, draft);
    });
    rmSync(folder, { recursive: true });
    return warnings === undefined ? `${file} is unchanged` : [...warnings, `${file} is saved`].join('\n');
  } catch (error) {
    // Keep the draft, so that one syntax error does not lose the user's edits.
    if (hasDraft)
      throw new Error(`${(error as Error).message}\n${file} is unchanged. Your edits are in ${draft}`, {
        cause: error,
      });
    rmSync(folder, { recursive: true });
    throw error;
  }
}

function open(editor: string, draft: string): void {
  // EDITOR may contain arguments, so the shell parses it. The name of the draft is an argument and is never parsed as
  // code.
  const [program, args] =
    process.platform === 'win32' ? ['cmd', ['/d', '/c', editor, draft]] : ['sh', ['-c', `${editor} "$1"`, 'sh', draft]];
  const { status, error } = spawnSync(program as string, args as string[], { stdio: 'inherit' });
  if (error || status !== 0) throw new Error(`${editor} failed with ${error?.message ?? `code ${status}`}`);
}

function edited(text: string, draft: string): Cassette {
  const cassette = parseCassette(text, draft);
  // A warning means that the parser would skip a part of the user's edits.
  if (cassette.warnings.length > 0) throw new Error(cassette.warnings.join('\n'));
  return cassette;
}
