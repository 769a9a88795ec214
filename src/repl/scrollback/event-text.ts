import type { Mode, SessionEvent } from '../../bench/index.js';
import { clean, cleanExceptColours, firstLines, paint, showError, showText, Whole, wrapped } from '../../show/index.js';
import { promptLeads } from '../prompt.js';

export interface Look {
  readonly columns: number;
  readonly colour: boolean;
  readonly mode: Mode;
  /** Where the reader's clock stands. Their own by default. */
  readonly zone?: string;
  /** Lines of an error's stack that are the user's own. */
  readonly framesOf?: (error: unknown) => readonly string[];
  /** What to do about an error. */
  readonly adviceOn?: (error: unknown) => readonly string[];
}

/** One event as it stands above the prompt. Nothing for what shows elsewhere (requests) or says nothing (`undefined`). */
export function eventText(event: SessionEvent, look: Look): string | undefined {
  const { dim, yellow } = paint(look.colour);
  switch (event.kind) {
    case 'input':
      return inputText(event.source, look);
    case 'console':
      return ended(cleanExceptColours(event.text));
    case 'output':
      return event.value === undefined ? undefined : outputText(event.value, look);
    case 'error':
      return errorText(event.error, look);
    case 'notice':
      return ended(
        wrapped(clean(event.text), Math.max(20, look.columns - 1))
          .map(dim)
          .join('\n'),
      );
    case 'http':
    case 'clear':
    case 'leave':
      return undefined;
    default:
      return ended(yellow(`an event of an unknown kind: ${clean(JSON.stringify(event))}`));
  }
}

/** More lines than this of one result are not read at a glance. */
const MOST_LINES = 100;
const LEFT_OUT = /\.\.\. \d+ more (?:item|character)s?/;

/** A result, cut where it is long; then how to come to all of it. */
function outputText(value: unknown, look: Look): string {
  const { dim } = paint(look.colour);
  const shown = showText(value, { ...look, zone: look.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone });
  if (value instanceof Whole) return ended(shown);
  const { text, more } = firstLines(shown, MOST_LINES);
  if (more === 0 && !LEFT_OUT.test(text)) return ended(text);
  const missing = more === 0 ? '' : `… ${more} more ${more === 1 ? 'line' : 'lines'} · `;
  return ended(`${text}\n${dim(`${missing}.last --all shows the whole, .last --all FILE writes it`)}`);
}

/** A failure and where in the user's code it happened. What was stopped did not fail. */
export function errorText(error: unknown, look: Look): string {
  if (error instanceof Error && error.name === 'Interrupted') return ended(paint(look.colour).yellow('Interrupted'));
  return ended(
    showError(error, { ...look, frames: look.framesOf?.(error) ?? [], advice: look.adviceOn?.(error) ?? [] }),
  );
}

/** An input as it was typed, with the same signs before its lines. Long lines are left to the terminal: they copy whole. */
function inputText(source: string, { mode, columns, colour }: Look): string {
  const { dim } = paint(colour);
  const { first, more } = promptLeads(mode, columns);
  const [head = '', ...rest] = clean(source).split('\n');
  return ended([dim(first) + head, ...rest.map((line) => dim(more) + line)].join('\n'));
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
