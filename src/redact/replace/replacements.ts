import { type HostClass, hostClass } from './host-class.js';
import { countryCodeOf, fictionalNumber, isFictional, respell } from './phone-number.js';

/** The replacements for values of one space, such as addresses with and without `sip:`. */
export interface Replacement {
  readonly space: string;
  /** Whether a text is already a replacement, or a number or address that is reserved for examples. */
  isReplacement(text: string): boolean;
  /** Returns a value that programs accept in place of the original and that needs no escaping inside a string. */
  write(original: string, ordinal: number): string;
  /** Ordinals are counted separately for each series. Default: one series. */
  series?(original: string): string;
  /** The replacement in the spelling of one match. */
  respell?(spelled: string, original: string, replacement: string): string;
  report?(replacement: string): string;
  /** Parts of replacements, which occur in every redacted file. A value that is one of them is not searched for. */
  readonly fragments: string;
  /** Which texts are searched for to find a value again. */
  readonly search: {
    /** The minimum length of a value that is searched for in every text. `always`: any length, because it has a shape. */
    readonly everywhere: 'always' | { readonly text: number; readonly digits: number };
    /** Not inside a longer word. */
    readonly wholeWord: boolean;
    /** `digits`: digits and dots have no other readable spellings. */
    readonly spelling: 'text' | 'digits';
    /** The shape is also found by decoding, so encoded spellings are searched for only if there are few values. */
    readonly hasShape: boolean;
    /** The value as programs encode it. Default: the original. */
    encoded?(original: string): string;
  };
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const JWT_HEAD = 'eyJhbGciOiJub25lIn0.e30.';

export const PHONE: Replacement = {
  space: 'phone',
  isReplacement: isFictional,
  write(original, ordinal) {
    const number = fictionalNumber(original, ordinal);
    if (number !== undefined) return number;
    throw new Error(
      'The recording has more phone numbers of one country and length than there are replacements. Split the recording.',
    );
  },
  series: (original) => `${countryCodeOf(original)} ${original.length}`,
  respell,
  report: (replacement) => `+${replacement}`,
  fragments: '55501',
  search: {
    everywhere: 'always',
    wholeWord: true,
    spelling: 'digits',
    hasShape: true,
    encoded: (original) => `+${original}`,
  },
};

/** The domains of replacements. The names below `internal` and `local` are reserved for private networks. */
const DOMAINS: Readonly<Record<HostClass, string>> = {
  public: 'example.com',
  private: 'example.internal',
  'link-local': 'example.local',
  loopback: 'localhost',
};
export const isReplacedDomain = (domain: string): boolean => Object.values(DOMAINS).includes(domain);

export const ADDRESS: Replacement = {
  space: 'address',
  isReplacement: (text) => /^user\d+@/.test(text) && isReplacedDomain(text.slice(text.indexOf('@') + 1)),
  write: (original, ordinal) =>
    `user${ordinal + 1}@${DOMAINS[hostClass(original.slice(original.lastIndexOf('@') + 1))]}`,
  respell: (spelled, _original, replacement) =>
    spelled.includes('%40') ? replacement.replace('@', '%40') : replacement,
  fragments: 'user example.com example.internal example.local localhost',
  search: { everywhere: 'always', wholeWord: true, spelling: 'text', hasShape: true },
};

export const HOST: Replacement = {
  space: 'host',
  isReplacement: (text) => /^host\d+\./.test(text) && isReplacedDomain(text.slice(text.indexOf('.') + 1)),
  write: (original, ordinal) => `host${ordinal + 1}.${DOMAINS[hostClass(original)]}`,
  fragments: 'host',
  search: { everywhere: { text: 6, digits: 8 }, wholeWord: true, spelling: 'text', hasShape: true },
};

export const IP: Replacement = {
  space: 'ip',
  isReplacement: (text) =>
    REPLACED_IP.test(text) || (text.includes(':') ? hostClass(text) === 'loopback' : text === '0.0.0.0'),
  write: (original, ordinal) => (original.includes(':') ? IPV6_OF : IPV4_OF)[hostClass(original)](ordinal),
  series: (original) => `${original.includes(':') ? 'v6' : 'v4'} ${hostClass(original)}`,
  fragments: '2001:db8:: fdff:: febf::',
  search: { everywhere: 'always', wholeWord: true, spelling: 'digits', hasShape: true },
};

export const NAME: Replacement = {
  space: 'name',
  isReplacement: (text) => /^Name\d+$/.test(text),
  write: (_original, ordinal) => `Name${ordinal + 1}`,
  fragments: 'name',
  search: { everywhere: { text: 3, digits: 3 }, wholeWord: true, spelling: 'text', hasShape: false },
};

export const WORD: Replacement = {
  space: 'word',
  isReplacement: (text) => /^word_\d+$/.test(text),
  write: (_original, ordinal) => `word_${ordinal + 1}`,
  fragments: 'word_',
  search: { everywhere: { text: 6, digits: 8 }, wholeWord: true, spelling: 'text', hasShape: false },
};

export const SECRET: Replacement = {
  space: 'secret',
  isReplacement: (text) =>
    text.startsWith('[cut]') ||
    /^(?:secret_\d+|90{3}\d{4,}|00000000-0000-4000-8000-\d{12})$/.test(text) ||
    // The replacement of a value that was redacted as another kind before.
    /^\+?1[2-9]\d\d55501\d\d$/.test(text) ||
    [ADDRESS, HOST, NAME, WORD].some((other) => other.isReplacement(text)) ||
    text.startsWith(JWT_HEAD),
  write(original, ordinal) {
    const n = ordinal + 1;
    if (UUID.test(original)) return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    if (/^\d+$/.test(original)) return `9${String(n).padStart(Math.max(original.length - 1, 7), '0')}`;
    return /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(original) ? `${JWT_HEAD}n${n}` : `secret_${n}`;
  },
  fragments: 'secret_ cut 000000000000 00000000-0000-4000-8000-',
  search: { everywhere: { text: 6, digits: 8 }, wholeWord: false, spelling: 'text', hasShape: false },
};

const MAX_COUNT = 2 ** 17;

function within(ordinal: number, max = MAX_COUNT): number {
  if (ordinal < max) return ordinal;
  throw new Error('The recording has more IP addresses than there are replacements. Split the recording.');
}

/** Replacements of the same class: a private address stays private. Each network is reserved, or rarely used. */
const IPV4_OF: Readonly<Record<HostClass, (ordinal: number) => string>> = {
  public: documentationAddress,
  private: (ordinal) => `10.255.${within(ordinal + 1, 2 ** 16) >> 8}.${(ordinal + 1) & 255}`,
  'link-local': (ordinal) => `169.254.255.${within(ordinal + 1, 2 ** 8)}`,
  loopback: (ordinal) => `127.255.${within(ordinal + 1, 2 ** 16) >> 8}.${(ordinal + 1) & 255}`,
};
const IPV6_OF: Readonly<Record<HostClass, (ordinal: number) => string>> = {
  public: (ordinal) => `2001:db8::${(ordinal + 1).toString(16)}`,
  private: (ordinal) => `fdff::${(ordinal + 1).toString(16)}`,
  'link-local': (ordinal) => `febf::${(ordinal + 1).toString(16)}`,
  // Never written: IPv6 has one loopback address, which identifies no one.
  loopback: () => '::1',
};
const REPLACED_IP =
  /^(?:192\.0\.2|198\.51\.100|203\.0\.113|198\.1[89]\.\d+|10\.255\.\d+|169\.254\.255|127\.255\.\d+)\.\d+$|^(?:2001:db8|fdff|febf)::/;

// The IP ranges reserved for documentation. When they are used up, the range for benchmarks follows.
const RANGES = ['192.0.2', '198.51.100', '203.0.113'];

function documentationAddress(ordinal: number): string {
  const range = RANGES[Math.floor(ordinal / 254)];
  if (range) return `${range}.${(ordinal % 254) + 1}`;
  const beyond = within(ordinal - RANGES.length * 254);
  return `198.${18 + (beyond >> 16)}.${(beyond >> 8) & 255}.${beyond & 255}`;
}
