import { ArithmeticError, evaluate } from '../lib/arithmetic/index.js';

/**
 * Calls a function of a template: `@{expr 1 + 2}`, `@{echo text}`, `@{fmt_ph national +1555…}`, `@{separate text}`,
 * `@{strftime_tz zone format}`. `@{sleep}` does not wait here. An unknown function is left in the text, so that its
 * author sees it.
 */
export function callFunction(content: string, now: () => Date = () => new Date()): string {
  const [, name = '', rest = ''] = /^\s*(\w+)\s*([\s\S]*)$/.exec(content) ?? [];
  switch (name) {
    case 'echo':
      return rest;
    case 'expr':
      return calculated(rest);
    case 'separate':
      return [...rest].join(' ');
    case 'sleep':
      return '';
    case 'fmt_ph':
      return phoneNumber(rest);
    case 'strftime_tz':
      return formattedTime(rest, now());
    default:
      return `@{${content}}`;
  }
}

/** Never evaluates the expression as code, because it may contain words of a caller. NaN: not arithmetic. */
function calculated(expression: string): string {
  try {
    return String(evaluate(expression));
  } catch (error) {
    if (error instanceof ArithmeticError) return 'NaN';
    throw error;
  }
}

/** Formats `format number`. Only numbers with +1 and ten digits are grouped. */
function phoneNumber(rest: string): string {
  const [first = '', second] = rest.trim().split(/\s+/);
  const number = second ?? first;
  const groups = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  if (!groups) return number;
  const [, area, exchange, line] = groups;
  return first === 'international' ? `+1 ${area}-${exchange}-${line}` : `(${area}) ${exchange}-${line}`;
}

function formattedTime(rest: string, now: Date): string {
  const [, timeZone = 'UTC', format = ''] = /^\s*(\S+)\s*([\s\S]*)$/.exec(rest) ?? [];
  let parts: Record<string, string>;
  try {
    const all = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      weekday: 'long',
    }).formatToParts(now);
    parts = Object.fromEntries(all.map(({ type, value }) => [type, value]));
  } catch {
    return ''; // Intl throws a RangeError for an unknown zone; the platform returns an empty text
  }
  const { year = '', month = '', day = '', hour = '', minute = '', second = '', weekday = '' } = parts;
  const monthName = new Intl.DateTimeFormat('en-US', { timeZone, month: 'long' }).format(now);
  const hour12 = String(Number(hour) % 12 || 12).padStart(2, '0');
  const letters: Record<string, string> = {
    Y: year,
    m: month,
    d: day,
    H: hour,
    I: hour12,
    M: minute,
    S: second,
    p: Number(hour) < 12 ? 'AM' : 'PM',
    A: weekday,
    a: weekday.slice(0, 3),
    B: monthName,
    b: monthName.slice(0, 3),
    '%': '%',
  };
  return format.replace(/%([A-Za-z%])/g, (whole, letter) => letters[letter] ?? whole);
}
