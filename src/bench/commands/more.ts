import { nextPage } from '../../client/index.js';
import { extentOf, Part, Whole } from '../../show/index.js';
import { counted, isInstance, Mistake } from '../../util/index.js';
import { lastResult, lastShown, longOutput } from '../session/result.js';
import type { Command } from './arguments/command.js';

export const more: Command = {
  name: '.more',
  group: 'session',
  maxWords: 0,
  help: 'Show the next part of the last list, page or text, like `it` in mongosh',
  async run(_typed, { log }) {
    if (longOutput(log)) throw new Mistake('the last output was shown to its end. .page shows it in the pager');
    const shown = lastShown(log);
    const { value, from } = isInstance(shown, Part) ? shown : { value: shown, from: 0 };
    const extent = extentOf(value, from);
    if (extent && extent.to < extent.size) return new Part(value, extent.to);
    const page = typeof value === 'object' && value !== null ? await nextPage(value) : undefined;
    if (page !== undefined) return page;
    if (extent) return `There is no more: this was the end of ${counted(extent.size, extent.unit)}.`;
    throw new Mistake('the last value is not a list, a page or a text. .page shows all of it');
  },
};

export const page: Command = {
  name: '.page',
  group: 'session',
  maxWords: 0,
  help: 'Show all of the last value or long help in $PAGER (less -R), or print it',
  async run(_typed, { log, showInPager }) {
    const value = longOutput(log) ?? lastResult(log);
    if (showInPager === undefined) return new Whole(value);
    await showInPager(value);
    return undefined;
  },
};
