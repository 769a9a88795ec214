import { types } from 'node:util';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a time in a time zone: `2025-06-02 14:00:40 UTC`. Returns undefined if the value is not a time. */
export function momentText(value: unknown, zone: string): string | undefined {
  const isDate = types.isDate(value) || (typeof value === 'string' && ISO.test(value));
  const ms = isDate ? new Date(value as string | Date).getTime() : Number.NaN;
  if (Number.isNaN(ms)) return undefined;
  const parts = Object.fromEntries(
    formatFor(zone)
      .formatToParts(ms)
      .map(({ type, value: text }) => [type, text]),
  );
  const { year, month, day, hour, minute, second, timeZoneName = 'UTC' } = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second} ${timeZoneName}`;
}

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const two = '2-digit';
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    ...{ month: two, day: two, hour: two, minute: two, second: two },
    timeZoneName: 'short',
  });
  formats.set(zone, made);
  return made;
}
