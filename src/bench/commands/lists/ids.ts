import { Sheet } from '../../../show/index.js';
import { counted, resembling } from '../../../util/index.js';
import { type Command, choices } from '../arguments/command.js';

/** More ids do not fit the screen. */
const MAX_ITEMS = 40;

export const ids: Command = {
  name: '.ids',
  group: 'requests',
  takes: '[TEXT]',
  help: 'List the ids and numbers seen so far, or those that resemble a text',
  complete: (words, { bench }) =>
    words.length <= 1
      ? choices(bench.knownItems().map(({ value, kind, label = '' }) => [value, `${kind} ${label}`]))
      : [],
  run({ rest }, bench) {
    const all = bench.knownItems();
    const found =
      rest === '' ? all : resembling(all, rest, ({ value, kind, label = '' }) => `${label} ${kind} ${value}`);
    if (all.length === 0) return 'No ids seen yet. List something, such as `await platform.queues.list()`.';
    if (found.length === 0) return `No id resembles ${rest}. ${counted(all.length, 'id')}: .ids`;
    const left = found.length - MAX_ITEMS;
    return new Sheet([
      {
        pairs: found.slice(0, MAX_ITEMS).map(({ value, kind, label }) => [value, label ? `${kind} · ${label}` : kind]),
      },
      ...(left > 0 ? [`${counted(left, 'more id')}: .ids TEXT finds them.`] : []),
    ]);
  },
};
