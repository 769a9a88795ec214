import stringWidth from 'string-width';
import { type Bench, type Mode, reportOf, type SessionEvent } from '../../bench/index.js';
import {
  clean,
  cleanExceptColours,
  cleanLine,
  firstLines,
  paint,
  showError,
  showText,
  Whole,
  wrapped,
} from '../../show/index.js';
import { attempt, isInstance } from '../../util/index.js';
import { highlighted, type Style } from '../editor/index.js';
import { promptLeads } from '../prompt.js';

export interface Look {
  readonly columns: number;
  readonly colour: boolean;
  readonly mode: Mode;
  readonly recording?: string | undefined;
  /** The time zone for dates. The default is that of the system. */
  readonly zone?: string;
  readonly framesOf?: (error: unknown) => readonly string[];
  readonly placeOf?: Bench['placeOf'];
  readonly adviceOn?: (error: unknown) => readonly string[];
}

/** Returns undefined for an event that is shown elsewhere (requests) or has no text. */
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
    case 'webhook':
      return ended(
        wrapped(webhookText(event), Math.max(20, look.columns - 1))
          .map(dim)
          .join('\n'),
      );
    case 'http':
    case 'clear':
    case 'leave':
      return undefined;
    default:
      return ended(yellow(`unknown event: ${clean(JSON.stringify(event))}`));
  }
}

type WebhookEvent = Extract<SessionEvent, { kind: 'webhook' }>;

const webhookText = ({ purpose, exchange: { method, url, status, fault, ms } }: WebhookEvent): string =>
  cleanLine(`← ${purpose}: ${method} ${url} → ${status ?? fault} · ${Math.round(ms)} ms`);

/** Longer results are truncated, because they cannot be read at a glance. */
const MAX_LINES = 100;
const LEFT_OUT = /\.\.\. \d+ more (?:item|character)s?/;

/** Formats a result. A long result is truncated, with a hint on how to show all of it. */
function outputText(value: unknown, look: Look): string {
  const { dim } = paint(look.colour);
  const shown = showText(attempt(() => reportOf(value)) ?? value, inZone(look));
  if (isInstance(value, Whole)) return ended(shown);
  const { text, more } = firstLines(shown, MAX_LINES);
  if (more === 0 && !LEFT_OUT.test(text)) return ended(text);
  const missing = more === 0 ? '' : `… ${more} more ${more === 1 ? 'line' : 'lines'} · `;
  const note = wrapped(`${missing}.page shows all of it, .last --all FILE saves it`, Math.max(20, look.columns - 1));
  return ended(`${text}\n${note.map(dim).join('\n')}`);
}

/** Formats all of a value, as the screen shows a short one. */
export const wholeText = (value: unknown, look: Look): string => ended(showText(new Whole(value), inZone(look)));

const inZone = (look: Look) => ({ ...look, zone: look.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone });

/** Formats an error with its line and the stack frames of the user's code. An interrupt is not shown as an error. */
export function errorText(error: unknown, look: Look): string {
  const interrupt = attempt(() => error instanceof Error && error.name === 'Interrupted' && String(error.message));
  if (interrupt) return ended(paint(look.colour).yellow(clean(interrupt)));
  const place = look.placeOf?.(error);
  const isSyntax = isInstance(error, SyntaxError);
  const lines = place && (isSyntax || !place.isOnlyLine) ? excerpt(place, look.columns) : [];
  // Frames in a line that is on the screen already add nothing.
  const frames = place?.isOnlyLine ? [] : (look.framesOf?.(error) ?? []);
  return ended(showError(error, { ...look, frames: [...lines, ...frames], advice: look.adviceOn?.(error) ?? [] }));
}

/** Formats an input with the prompt before its lines. Long lines do not wrap, so that they can be copied. */
function inputText(source: string, { mode, recording, columns, colour }: Look): string {
  const { dim } = paint(colour);
  const { first, more } = promptLeads(mode, columns, recording);
  const text = clean(source);
  const [head = '', ...rest] = (colour ? coloured(text) : text).split('\n');
  return ended([dim(first) + head, ...rest.map((line) => dim(more) + line)].join('\n'));
}

const CODES: Readonly<Record<Style, readonly [open: number, close: number] | undefined>> = {
  plain: undefined,
  keyword: [35, 39],
  string: [32, 39],
  number: [33, 39],
  comment: [2, 22],
  command: [36, 39],
  pair: undefined,
  selected: undefined,
};

/** Colours code as the prompt does. Each line has its own codes, because a prompt is put before it. */
function coloured(text: string): string {
  let at = 0;
  return highlighted(text, NO_CURSOR)
    .map(({ to, style }) => {
      const piece = text.slice(at, to);
      at = to;
      const codes = CODES[style];
      return codes === undefined ? piece : piece.replace(/[^\n]+/g, `\x1b[${codes[0]}m$&\x1b[${codes[1]}m`);
    })
    .join('');
}

/** No bracket is next to the cursor, so no pair is marked. */
const NO_CURSOR = -1;

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

type ErrorPosition = NonNullable<ReturnType<Bench['placeOf']>>;

/** Returns the line of an error and a caret under its column. Of a long line, it returns the part around the caret. */
function excerpt({ source, line, column }: ErrorPosition, columns: number): string[] {
  const text = (source.split('\n')[line - 1] ?? '').replaceAll('\t', ' ');
  const number = String(line);
  const room = Math.max(12, columns - number.length - MARGIN);
  const from = text.length <= room ? 0 : Math.max(0, column - 1 - Math.floor(room / 2));
  const before = cleanLine(text.slice(from, column - 1));
  return [
    `${number} │ ${cleanLine(text.slice(from, from + room))}`,
    `${'·'.repeat(number.length)} │ ${' '.repeat(stringWidth(before))}^`,
  ];
}

/** The indent, the sign after the number, and the last column, which stays empty. */
const MARGIN = 8;
