import { isPlaceholder, STATES } from './secrets/looks-secret.js';

/** Finds texts that may identify someone. Only a person can decide whether they do. */
export type Suggest = (text: string) => Iterable<string>;

const HOST =
  /(?:(?<![A-Za-z0-9])(?:https?|wss?):\/\/(?:[^\s/?#@"'<>\\]*@)?|;phone-context=)([A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?\.[A-Za-z]{2,63})(?![\w-])/gi;
/** Domains reserved for examples and tests, names of local machines, and hosts of documentation and standards. */
const RESERVED_HOST =
  /(?:^|\.)(?:example|invalid|test|localhost|local)$|(?:^|\.)example\.(?:com|net|org|internal)$|^(?:docs?|developers?)\.|^(?:www\.)?(?:w3|ietf|json-schema)\.org$/i;

export const possibleHosts: Suggest = function* (text) {
  for (const { 1: host = '' } of text.matchAll(HOST)) if (!RESERVED_HOST.test(host)) yield host.toLowerCase();
};

/** A house number and a street, or a street and a house number. */
const STREET =
  /(?<![\w-])\d{1,5} (?:\p{Lu}[\p{L}'’.-]{0,30} ){1,3}(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Boulevard|Dr|Drive|Ln|Lane|Ct|Court|Sq|Square|Way|Pl(?:ace)?)\b\.?|(?<![\w-])\d{1,5},? (?:rue|avenue|boulevard|quai|chemin|allée|impasse)(?: (?:de la|de|des|du|d’|d'))? ?\p{Lu}[\p{L}'’-]{1,30}|(?<![\p{L}-])\p{Lu}[\p{L}-]{1,30}(?:straße|strasse|str\.|gasse|weg|allee|platz) \d{1,4}[a-z]?(?![\w-])/gu;

export const possibleAddresses: Suggest = function* (text) {
  for (const [street] of text.matchAll(STREET)) yield street;
};

/** A word in place of a password, and digits in the groups of a national id. */
const WORD_OF_SECRET =
  /(?:(?<![\w-])[Pp]ass(?:word|code|phrase)(?: (?:is|was)|:) |--(?:password|token|secret) )["']?([A-Za-z][\w-]{4,40})(?![\w-])/g;
/** A code that a message gives to one person: `PIN 5519`. */
const CODE = /(?<![\w-])(?:PIN|TAN|OTP)(?:[ -](?:code|Code|number))?(?: is|:)? (\d{4,8})(?![\w-]|\.\d)/g;
const GROUPS = /(?<![\w.+-])\d{3}-\d\d-\d{4}(?![\w-]|\.\d)/g;

export const possibleWords: Suggest = function* (text) {
  for (const { 1: word = '' } of text.matchAll(WORD_OF_SECRET))
    if (!STATES.has(word.toLowerCase()) && !isPlaceholder(word)) yield word;
  for (const { 1: code = '' } of text.matchAll(CODE)) yield code;
  for (const [groups] of text.matchAll(GROUPS)) yield groups;
};

const WORD = "\\p{Lu}(?:[\\p{Ll}'’-]|(?<=['’])\\p{Lu}){1,30}";
/** What stands between the words of a name. */
const PARTICLE = '(?:Ó|Ní|Uí|O|de|del|della|di|da|dos|van|von|der|den|ter|ten|bin|ibn|al|el)';
const SEVERAL_WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}_.$/-])${WORD}(?: (?:${PARTICLE} ){0,2}${WORD}){1,3}(?![\\p{L}\\p{N}_])`,
  'gu',
);
/** A single word counts as a name after a greeting and before an address. */
const INTRODUCED = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:(?:(?:(?:[Hh](?:i|ello)|[Dd]ear) )?[Mm](?:r|rs|s)\\.?|[Hh](?:i|ello)|[Dd]ear|[Mm](?:r|rs|s)\\.?|[Dd]r\\.?|Herr|Frau|[HF]r\\.|Sra?\\.|Sig\\.|Mme|Mlle|[Mm]y name is|[Tt]his is|I am|I'm|[Rr]egards,?) )(${WORD}(?: ${WORD}){0,3})(?![\\p{L}\\p{N}_])` +
    `|(${WORD})(?= <(?:sips?|tel|mailto):)` +
    // The name of a resource: `Jane's line`.
    `|(?<![\\p{L}\\p{N}_.'’-])(?<!\\p{Lu}[\\p{L}'’-]{0,30} )(\\p{Lu}\\p{Ll}{1,30}['’]s)(?= (?:[Dd]irect )?(?:[Ll]ine|[Pp]hone|[Cc]ell|[Mm]obile|[Qq]ueue|[Dd]esk|[Oo]ffice|[Ee]xtension|[Nn]umber|[Rr]oom|[Vv]oice ?mail|[Aa]gent|[Ff]ax)(?![\\p{L}]))`,
  'gu',
);
const COMMON = new Set(
  (
    'A An And Are Ask Bad Best Call Contact Content Dear Do Error For From Hello Hi How I If In Internal Is It Method My New No ' +
    'Not Of On Or Our Please Press Request See Server Tell Thank Thanks That The There This To Type We Welcome What When Yes ' +
    'You Your Name Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June ' +
    'July August September October November December ' +
    // Titles of errors, and reason phrases of HTTP.
    'Invalid Attribute Attributes Missing Parameter Parameters Required Unknown Failed Field Value Unprocessable Entity ' +
    'Unauthorized Forbidden Gateway Timeout Service Unavailable Too Many Requests Payload Conflict Gone Accepted Created ' +
    'Allowed Limit Limits Exceeded Daily Rate Large Long Resource Insufficient Permission Permissions Access Denied ' +
    // Parts of addresses, which are listed as such.
    'Street St Avenue Ave Road Rd Boulevard Blvd Drive Lane Court Square Way'
  ).split(' '),
);

/** Words with a capital letter after a greeting or an introduction, and several of them in a row. */
export const possibleNames: Suggest = function* (text) {
  const seen = new Set<number>();
  for (const [pattern, least] of [
    [INTRODUCED, 1],
    [SEVERAL_WORDS, 2],
  ] as const) {
    for (const match of text.matchAll(pattern)) {
      const words = (match[1] ?? match[2] ?? match[3] ?? match[0]).split(' ');
      // The first word of a sentence has a capital letter too.
      while (COMMON.has(words[0] as string)) words.shift();
      const name = words.join(' ');
      const start = match.index + match[0].length - name.length;
      if (seen.has(start) || words.length < least || words.some((word) => COMMON.has(word))) continue;
      seen.add(start);
      // Elsewhere, the name is without the ending: `Jane Roe's line`.
      yield name.replace(/['’]s$/, '');
    }
  }
};
