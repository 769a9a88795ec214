import type { CommandResult } from '../commands/index.js';
import { print } from './output.js';

/** Prints what a command shows. */
export async function printShown(shown: CommandResult['shown']): Promise<void> {
  if (typeof shown === 'string') print(shown);
  else if (shown) {
    const [{ showText }, { helpWidth }] = await Promise.all([import('../show/index.js'), import('./help/wrapped.js')]);
    print(showText(shown, { columns: helpWidth() }));
  }
}
