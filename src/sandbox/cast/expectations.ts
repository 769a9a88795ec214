import { jsonOf, nearest, shortText } from '../../util/index.js';
import { SECONDS_A_CHARACTER } from '../engine/acts/sounds.js';
import { isRecord } from '../request/read-json.js';
import type { CheckedExpectation, Expectation } from './cast.js';
import type { Heard, Party } from './party-story.js';

const MAX_SHOWN = 10;

/** Compares what is expected of a person with what happened to it. */
export function checkExpectation(party: Party, expected: Expectation): CheckedExpectation {
  const [text, difference, note] = compared(party, expected);
  return { text, isMet: difference === '', difference, ...(note !== undefined && { note }) };
}

type Compared = readonly [text: string, difference: string, note?: string];

function compared(party: Party, { with: fields = {}, ...expected }: Expectation): Compared {
  const { presences, met, ending, reasons } = party;
  if (expected.hears !== undefined) return hears(party, listOf(expected.hears));
  if (expected.never_hears !== undefined) return neverHears(party, listOf(expected.never_hears));
  if (expected.meets !== undefined) return meets(listOf(expected.meets), met);
  if (expected.is_in_queue !== undefined) return isIn('queue', expected.is_in_queue, presences);
  if (expected.is_in_conference !== undefined) return isIn('conference', expected.is_in_conference, presences);
  if (expected.callback !== undefined) return callback(party, expected.callback, fields);
  if (expected.ends_by !== undefined) {
    const isMet = ending === expected.ends_by;
    const reason = reasons[0] ?? 'there was no call';
    return [
      `ends by ${expected.ends_by}`,
      isMet ? '' : `expected the end by ${expected.ends_by}, but it was by ${ending ?? 'none'}: ${reason}`,
    ];
  }
  const reason = expected.reason ?? '';
  const isMet = reasons.some((one) => one.includes(reason));
  return [
    `ends because of "${reason}"`,
    isMet ? '' : `expected the reason "${reason}", but it was ${reasons.map(quoted).join(' and ') || 'none'}`,
  ];
}

const listOf = (given: string | readonly string[]): readonly string[] => (typeof given === 'string' ? [given] : given);

/** Line breaks and several blanks count as one blank. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
const quoted = (text: string): string => `"${plain(text).length > 60 ? `${plain(text).slice(0, 59)}…` : plain(text)}"`;

function listed(texts: readonly string[], none: string): string {
  const shown = texts.slice(0, MAX_SHOWN).join(', ');
  return texts.length === 0 ? none : texts.length > MAX_SHOWN ? `${shown}, … (${texts.length} in all)` : shown;
}

function hears({ heard }: Party, expected: readonly string[]): Compared {
  const text = `hears ${expected.map(quoted).join(', then ')}`;
  const played = heard.filter((sound) => isHeard(sound));
  let index = 0;
  for (const [position, one] of expected.entries()) {
    const found = heard.findIndex((sound, order) => order >= index && isHeard(sound, one));
    if (found === -1) {
      const isEarlier = heard.slice(0, index).some((sound) => isHeard(sound, one));
      const order = isEarlier ? ` after ${quoted(expected[position - 1] ?? '')}` : '';
      const late = heard.find((sound, order) => order >= index && secondsOf(sound, one) !== undefined);
      const why = late
        ? `the call ended after ${late.callEnds} s, and it was to be heard after ${secondsOf(late, one)} s`
        : `heard ${listed(textsOf(played), 'nothing')}`;
      return [text, `expected to hear ${quoted(one)}${order}, but ${why}`];
    }
    // Two texts may be parts of one sound.
    index = found;
  }
  return [text, ''];
}

/** When a part of a sound begins, on the clock of the cast. Undefined if the sound does not contain it. */
function secondsOf({ text, isSpoken, time }: Heard, part: string): number | undefined {
  const index = plain(text).indexOf(plain(part));
  if (index === -1) return undefined;
  return isSpoken ? Math.round((time + index * SECONDS_A_CHARACTER) * 10) / 10 : time;
}

/** Whether a person heard a sound that contains a part. The call may end before. */
const isHeard = (sound: Heard, part = ''): boolean => (secondsOf(sound, part) ?? Infinity) < sound.callEnds;

const textsOf = (heard: readonly Heard[]): string[] => heard.map(({ text }) => quoted(text));

function neverHears({ heard }: Party, unwanted: readonly string[]): Compared {
  const found = heard.filter((sound) => unwanted.some((one) => isHeard(sound, one)));
  const texts = unwanted.map(quoted).join(' or ');
  const text = `never hears ${texts}`;
  return [text, found.length === 0 ? '' : `expected not to hear ${texts}, but heard ${listed(textsOf(found), '')}`];
}

function meets(expected: readonly string[], met: Party['met']): Compared {
  const missing = expected.filter((name) => !met.some((one) => one.name === name));
  const seen = listed(
    met.map(({ name, time }) => `${name} (${time})`),
    'no one',
  );
  return [
    `meets ${expected.join(', ')}`,
    missing.length === 0 ? '' : `expected to meet ${missing.join(' and ')}, but met ${seen}`,
  ];
}

function isIn(kind: 'queue' | 'conference', name: string, presences: Party['presences']): Compared {
  const names = [...new Set(presences.filter((one) => one.kind === kind).map((one) => one.with))];
  const meant = names.includes(name)
    ? ''
    : `expected the ${kind} ${name}, but it was in ${listed(names, `no ${kind}`)}`;
  return [`is in the ${kind} ${name}`, meant];
}

interface Sent {
  readonly name: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Whether it was stored and not sent. */
  readonly isKept: boolean;
}

const KEPT = 'kept back, not sent: no server on this machine and no reply is at its URL';

function callback(party: Party, name: string, fields: NonNullable<Expectation['with']>): Compared {
  const wanted = Object.entries(fields);
  const withText = wanted.map(([field, value]) => `${field} ${shortText(value)}`).join(', ');
  const text = `callback ${name}${withText === '' ? '' : ` with ${withText}`}`;
  const sent = sentBecauseOf(party);
  const named = sent.filter((one) => one.name === name || one.url === name || one.url.split('?')[0]?.endsWith(name));
  if (named.length === 0) {
    const names = [...new Set(sent.map((one) => one.name))];
    const meant = nearest(name, names);
    const hint = meant === undefined ? '' : `. Did you mean ${meant}?`;
    return [text, `expected ${name}, but the callbacks were ${listed(names, 'none')}${hint}`];
  }
  const differs = ({ fields: seen }: Sent) =>
    wanted.filter(([field, value]) => String(fieldAt(seen, field)) !== String(value));
  const best = [...named].sort((one, other) => differs(one).length - differs(other).length)[0] as Sent; // there is one
  const [first] = differs(best);
  if (first === undefined) {
    const isKept = named.every((one) => one.isKept || differs(one).length > 0);
    return isKept ? [text, '', KEPT] : [text, ''];
  }
  const values = [...new Set(named.map((one) => shortText(fieldAt(one.fields, first[0]))))];
  return [text, `expected ${name} with ${first[0]} ${shortText(first[1])}, but it was ${listed(values, 'absent')}`];
}

/** The callbacks of a call, and the requests of its documents. */
function sentBecauseOf({ ring }: Party): Sent[] {
  const callbacks = (ring?.webhooks ?? []).map(({ event, url, payload, outcome }) => ({
    ...{ name: event, url, fields: payload, isKept: outcome === 'kept' },
  }));
  const requests = (ring?.requests ?? []).map(({ url, body, isOffline }) => ({
    ...{ name: url, url, fields: fieldsOf(url, body), isKept: isOffline === true },
  }));
  return [...callbacks, ...requests];
}

function fieldsOf(url: string, body: string): Readonly<Record<string, unknown>> {
  const json = jsonOf(body);
  const query = URL.canParse(url) ? Object.fromEntries(new URL(url).searchParams) : {};
  return { ...query, ...(isRecord(json) ? json : Object.fromEntries(new URLSearchParams(body))) };
}

/** A field of a callback: a name of it or of its `params`, or a path such as `params.peer.call_id`. */
function fieldAt(fields: Readonly<Record<string, unknown>>, path: string): unknown {
  const at = (value: unknown, names: readonly string[]): unknown =>
    names.reduce<unknown>(
      (found, name) => (isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined),
      value,
    );
  return at(fields, [path]) ?? at(fields, path.split('.')) ?? at(fields.params, path.split('.'));
}
