import type { Mode, SessionEvent } from '../../bench/index.js';
import { clean, cleanExceptColours, paint, showError, showText } from '../../show/index.js';
import { promptLeads } from '../prompt.js';

export interface Look {
  readonly columns: number;
  readonly colour: boolean;
  readonly mode: Mode;
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
      return event.value === undefined ? undefined : ended(showText(event.value, look));
    case 'error':
      return errorText(event.error, look);
    case 'notice':
      return ended(dim(clean(event.text)));
    case 'http':
    case 'clear':
    case 'leave':
      return undefined;
    default:
      return ended(yellow(`an event of an unknown kind: ${clean(JSON.stringify(event))}`));
  }
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
