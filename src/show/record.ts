import { inspect } from 'node:util';
import stringWidth from 'string-width';
import { largest } from '../util/index.js';
import { clean, cleanLine } from './clean.js';
import { momentText } from './moment.js';
import { paint } from './paint.js';

interface RecordOptions {
  readonly columns: number;
  readonly colour: boolean;
  readonly zone: string;
}

const GAP = 2;
/** With less room than this, values are shown below their names. */
const NARROWEST = 20;

/** Shows one resource as aligned fields. The names of null fields are listed at the end. */
export function showRecord(
  fields: readonly (readonly [string, unknown])[],
  { columns, colour, zone }: RecordOptions,
): string {
  const { bold, dim } = paint(colour);
  const held = fields.filter(([, value]) => value !== null && value !== undefined);
  const empty = fields.filter(([, value]) => value === null).map(([name]) => cleanLine(name));
  const widest = largest(
    held.map(([name]) => stringWidth(cleanLine(name))),
    0,
  );
  const isNarrow = columns - 1 - widest - GAP < NARROWEST;
  const margin = isNarrow ? 2 : widest + GAP;
  const lines = held.map(([name, value]) => {
    const shown = cleanLine(name);
    const text = valueText(value, Math.max(NARROWEST, columns - 1 - margin), zone).replaceAll(
      '\n',
      `\n${' '.repeat(margin)}`,
    );
    const filling = isNarrow ? `\n${' '.repeat(margin)}` : ' '.repeat(margin - stringWidth(shown));
    return bold(shown) + filling + text;
  });
  return [...lines, ...nulls(empty, columns).map(dim)].join('\n');
}

/** `inspect` breaks lines that would still fit, up to this many characters early. */
const SLACK = 12;

function valueText(value: unknown, width: number, zone: string): string {
  const moment = momentText(value, zone);
  if (moment !== undefined) return moment;
  if (typeof value === 'string') return clean(value);
  return clean(inspect(value, { breakLength: width + SLACK, depth: 4, maxArrayLength: 50, maxStringLength: 2000 }));
}

/** `null: message_handler, e911_status and 12 more`, on one line. */
function nulls(names: readonly string[], columns: number): string[] {
  if (names.length === 0) return [];
  const whole = `null: ${names.join(', ')}`;
  if (whole.length < columns) return [whole];
  const ending = (shown: number) => ` and ${names.length - shown} more`;
  let shown = names.length - 1;
  const line = () => `null: ${names.slice(0, shown).join(', ')}${ending(shown)}`;
  while (shown > 1 && line().length >= columns) shown -= 1;
  return [line()];
}
