import { bashCompletion } from './bash.js';
import { fishCompletion } from './fish.js';
import type { CommandState } from './tree.js';
import { zshCompletion } from './zsh.js';

export { statesOf as placesOf } from './tree.js';

export const SHELLS: Readonly<Record<string, (states: readonly CommandState[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};
