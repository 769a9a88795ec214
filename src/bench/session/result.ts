import { type InspectOptions, inspect } from 'node:util';
import { isRing, isStory, pictureOf } from '../../assist/index.js';
import { callStory, storySheet } from '../../commands/index.js';
import { Illustrated, Part, Sheet, showText, Whole, wrapped } from '../../show/index.js';
import { isInstance, Mistake } from '../../util/index.js';
import type { SessionLog } from './session-log.js';

/** Text output of a dot command. It is shown as it is, not as a quoted string. */
export class CommandText {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
  toJSON(): string {
    return this.text;
  }
  /** Wraps a single line between words. Text with several lines stays unchanged, so that it can be copied. */
  [inspect.custom](_depth: number, { breakLength = Number.POSITIVE_INFINITY }: InspectOptions): string {
    return this.text.includes('\n') ? this.text : wrapped(this.text, breakLength).join('\n');
  }
}

/** Returns whether a value is a result. The output of a dot command or of help is not. */
export const isResult = (value: unknown): boolean =>
  value !== undefined && ![Sheet, CommandText, Whole, Part].some((kind) => isInstance<object>(value, kind));

/** Returns the last value that was shown, or the last part of it. Fails if there is none. */
export function lastShown({ events }: SessionLog): unknown {
  const shown = events.findLast(
    (event) => event.kind === 'output' && (isResult(event.value) || isInstance(event.value, Part)),
  );
  if (shown?.kind !== 'output') throw new Mistake('there are no results yet');
  return shown.value;
}

/** More lines than this scroll away on a small screen. */
const LONG = 20;
const WIDTH = 80;

/** Returns the output of the last command, if it is long and no value was shown after it, such as that of `.help`. */
export function longOutput({ events }: SessionLog): Sheet | CommandText | undefined {
  const shown = events.findLast(
    (event) =>
      event.kind === 'output' && (isResult(event.value) || isInstance(event.value, Part) || isLong(event.value)),
  );
  return shown?.kind === 'output' && isLong(shown.value) ? shown.value : undefined;
}

const isLong = (value: unknown): value is Sheet | CommandText =>
  (isInstance(value, Sheet) || isInstance(value, CommandText)) &&
  showText(value, { columns: WIDTH }).split('\n').length > LONG;

/** Returns the last value. A part of a value stands for all of it. */
export function lastResult(log: SessionLog): unknown {
  const shown = lastShown(log);
  return isInstance(shown, Part) ? shown.value : shown;
}

/** Wraps a value, or an error with its advice, for display. Returns a value without a picture unchanged. */
export function present(value: unknown, advice?: readonly string[]): unknown {
  const picture = pictureOf(value, advice);
  if (!picture) return value;
  const { parts, isWhole, isComplete, isFailure } = picture;
  return isWhole ? new Sheet(parts, isFailure) : new Illustrated(value, parts, isComplete);
}

/** What the screen shows in place of a call in the sandbox. */
export function reportOf(value: unknown): Sheet | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return isRing(value) ? callStory(value) : isStory(value) ? storySheet(value) : undefined;
}
