import { nearest, type PromptSection, promptSection, ReadySkill } from '../index.js';

const timezone = {
  type: 'string',
  description: 'IANA name of a timezone, such as America/New_York or Asia/Tokyo. The default is UTC.',
} as const;

/** Reports the current time and date in any timezone. */
export class Datetime extends ReadySkill {
  static override SKILL_NAME = 'datetime';
  static override SKILL_DESCRIPTION = 'Reports the current time and date in any timezone.';
  static override REQUIRED_PACKAGES = ['pytz'];
  static override EXAMPLE = { tool: 'get_current_time', args: { timezone: 'Asia/Tokyo' } };

  register_tools(): void {
    const { time, date } = this.#tools;
    this.define_tool({
      name: time,
      description: 'Get the current time, in UTC or in a timezone.',
      parameters: { timezone },
      handler: (args) => timeIn(zoneOf(args), this.now()),
    });
    this.define_tool({
      name: date,
      description: "Get today's date, in UTC or in a timezone.",
      parameters: { timezone },
      handler: (args) => dateIn(zoneOf(args), this.now()),
    });
  }

  override get_prompt_sections(): PromptSection[] {
    const { time, date } = this.#tools;
    return promptSection('Time and date', 'You can look up the current time and date.', [
      `Call ${time} for the time and ${date} for the date. Never guess them.`,
      'Pass the IANA name of the timezone of the place that the user means.',
      'Without a timezone, both return UTC. Tell the user that it is UTC.',
    ]);
  }

  /** The skill has two tools, so the tool_name is a prefix, as in the other skills with several tools. */
  get #tools() {
    const before = this.params.tool_name ? `${this.params.tool_name}_` : '';
    return { time: `${before}get_current_time`, date: `${before}get_current_date` };
  }
}

/** @alias */
export default Datetime;

export function timeIn(zone: string, now: Date): string {
  const name = knownZone(zone);
  if (!name) return unknownZone(zone);
  const format = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h12' } as const;
  const { hour, minute, second, dayPeriod } = parts(now, name, format);
  return `The time in ${name} is ${hour}:${minute}:${second} ${dayPeriod} ${abbreviation(now, name)}.`;
}

export function dateIn(zone: string, now: Date): string {
  const name = knownZone(zone);
  if (!name) return unknownZone(zone);
  const format = { weekday: 'long', month: 'long', day: '2-digit', year: 'numeric' } as const;
  const { weekday, month, day, year } = parts(now, name, format);
  return `The date in ${name} is ${weekday}, ${month} ${day}, ${year}.`;
}

const zoneOf = ({ timezone }: { readonly timezone?: string | undefined }) => timezone?.trim() || 'UTC';

/** The formatted string has a narrow space before AM that differs between versions of Node. */
function parts(now: Date, timeZone: string, format: Intl.DateTimeFormatOptions): Partial<Record<string, string>> {
  const all = new Intl.DateTimeFormat('en-US', { ...format, timeZone }).formatToParts(now);
  return Object.fromEntries(all.map(({ type, value }) => [type, value]));
}

/** Intl knows abbreviations such as CEST only in the English of their region. Others return GMT and an offset. */
function abbreviation(now: Date, timeZone: string): string {
  const names = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-IN', 'en-ZA'].map((locale) => {
    const all = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(now);
    return all.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  });
  return names.find((name) => /^[A-Z]+$/.test(name)) ?? names[0] ?? '';
}

/** Returns the name in its canonical case. Old names such as US/Eastern are valid but not listed. */
function knownZone(zone: string): string | undefined {
  if (zone.toUpperCase() === 'UTC') return 'UTC';
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return Intl.supportedValuesOf('timeZone').find((name) => name.toLowerCase() === zone.toLowerCase()) ?? zone;
  } catch {
    return undefined; // Intl throws a RangeError for an unknown zone
  }
}

function unknownZone(zone: string): string {
  const near = nearZones(zone.slice(0, 60));
  const question = near.length > 0 ? ` Did you mean ${near.join(', ').replace(/, ([^,]*)$/, ' or $1')}?` : '';
  return `Unknown timezone "${zone.slice(0, 60)}".${question} Use a name such as Europe/Paris or Asia/Tokyo.`;
}

/** Users name a city, which is the last part of the name of a zone. */
function nearZones(zone: string): string[] {
  const all = Intl.supportedValuesOf('timeZone');
  const city = (name: string) => name.slice(name.lastIndexOf('/') + 1);
  const word = zone.trim().replaceAll(/\s+/g, '_').toLowerCase();
  const same = all.filter((name) => city(name).toLowerCase() === city(word));
  if (same.length > 0) return same.slice(0, 3);
  const whole = nearest(word, all);
  const part = nearest(city(word), all.map(city));
  return [...new Set([whole, all.find((name) => city(name) === part)])].filter((name) => name !== undefined);
}
