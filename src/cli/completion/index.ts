import { bashCompletion } from './bash.js';
import { fishCompletion } from './fish.js';
import type { Place } from './tree.js';
import { zshCompletion } from './zsh.js';

export { placesOf } from './tree.js';

export const SHELLS: Readonly<Record<string, (places: readonly Place[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};
