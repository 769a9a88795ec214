const ENOUGH = 16;

/** The rule, for messages and documentation. */
export const STRENGTH_RULE = `it needs at least ${ENOUGH} characters, not counting repeats, sequences and common words`;

const MAX_COUNT = 256;

/** Whether a secret is strong enough for a server that other machines can reach. */
export const isStrongSecret = (secret: string): boolean => unpredictableLength(secret) >= ENOUGH;

const WORDS =
  /pass(?:word|wort|wd|phrase)?|secret|token|admin|root|user|guest|test|demo|example|sample|default|change|letmein|welcome|login|access|gateway|server|service|patchbay|platform|sandbox|agent|auth|bearer|apikey|master|dragon|monkey|shadow|sunshine|princess|football|iloveyou|trustno|public|private|hello|world/g;

/** The length of a secret, with each common word, sequence and repetition counted as one character. */
function unpredictableLength(secret: string): number {
  const text = withoutSequences(withoutWords(secret.slice(0, MAX_COUNT).toLowerCase()));
  let length = 0;
  for (let index = 0; index < text.length; length++) index += Math.max(1, repeatAt(text, index));
  return length;
}

/** Characters that are often used in place of letters, as in `p4ssw0rd`. */
const LETTERS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };

function withoutWords(text: string): string {
  const spelled = text.replace(/[013457@$]/g, (character) => LETTERS[character] ?? character);
  const words = [...spelled.matchAll(WORDS)];
  // Starts with the last word, so that earlier positions stay valid. One letter of each word remains.
  return words.reduceRight(
    (rest, { 0: word, index }) => rest.slice(0, index + 1) + rest.slice(index + word.length),
    text,
  );
}

const KEYBOARD = '1234567890 qwertyuiop asdfghjkl zxcvbnm';
const MIN_LENGTH = 4;

/** Shortens runs of equal or adjacent characters in one direction: `abcd`, `4321`, `aabbcc` and `qwerty`. */
function withoutSequences(text: string): string {
  const orders = [(character: string) => character.charCodeAt(0), (character: string) => KEYBOARD.indexOf(character)];
  const runAt = (at: number, order: (character: string) => number, step: number) => {
    let end = at + 1;
    while (end < text.length && [0, step].includes(order(text.charAt(end)) - order(text.charAt(end - 1)))) end++;
    return end - at;
  };
  let rest = '';
  for (let index = 0; index < text.length; ) {
    const run = Math.max(...orders.flatMap((order) => [runAt(index, order, 1), runAt(index, order, -1)]));
    rest += text.charAt(index);
    index += run >= MIN_LENGTH ? run : 1;
  }
  return rest;
}

/** The number of characters from `at` that occurred before in the same order, or 0 for fewer than four. */
function repeatAt(text: string, at: number): number {
  let length = MIN_LENGTH;
  while (at + length <= text.length && text.indexOf(text.slice(at, at + length)) < at) length++;
  return length === MIN_LENGTH ? 0 : length - 1;
}
