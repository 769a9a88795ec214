/**
 * Those that hold the letters of the word, in their order and whatever stands between them: `dl` is in `dial`.
 * Best first: letters that begin a word or follow each other, the short text before the long one.
 */
export function resembling<Item>(items: readonly Item[], word: string, textOf: (item: Item) => string): Item[] {
  return items
    .flatMap((item) => {
      const score = resemblance(textOf(item), word);
      return score === undefined ? [] : [{ item, score }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

/** Nobody types or offers words longer than this; more would only cost time. */
const LONGEST = 200;
const NOWHERE = Number.NEGATIVE_INFINITY;
const BEGINS_WORD = 4;
const FOLLOWS = 5;
const SAME_CASE = 0.5;
/** A letter passed over; those before the first one weigh the same. */
const PASSED = -0.05;

/** How well the letters stand in the text, in their best places; nothing when they are not all there. */
function resemblance(text: string, word: string): number | undefined {
  const [long, short] = [text.toLowerCase(), word.toLowerCase()];
  if (word.length > LONGEST || !holdsInOrder(long, short)) return undefined;
  const length = Math.min(text.length, LONGEST);
  // What the letters so far are worth with the last of them at each place.
  let row: number[] = [];
  for (let i = 0; i < short.length; i++) {
    const next: number[] = [];
    let passedOver = i === 0 ? 0 : NOWHERE;
    let before = NOWHERE;
    for (let at = 0; at < length; at++) {
      next.push(
        long[at] === short[i] ? Math.max(passedOver, before + FOLLOWS) + worth(text, at, word[i] as string) : NOWHERE,
      );
      passedOver = Math.max(passedOver, before) + PASSED;
      before = row.length === 0 ? NOWHERE : (row[at] as number);
    }
    row = next;
  }
  const best = Math.max(...row);
  return best === NOWHERE ? undefined : best + PASSED * length;
}

const worth = (text: string, at: number, letter: string) =>
  (beginsWord(text, at) ? BEGINS_WORD : 0) + (text[at] === letter ? SAME_CASE : 0);

function holdsInOrder(text: string, word: string): boolean {
  let at = 0;
  for (const letter of word) {
    at = text.indexOf(letter, at) + letter.length;
    if (at < letter.length) return false;
  }
  return true;
}

/** The first letter, one behind a mark, and the capital inside `phoneNumbers`. */
function beginsWord(text: string, at: number): boolean {
  if (at === 0) return true;
  const [before, here] = [text[at - 1] as string, text[at] as string];
  return /[^\p{L}\p{N}]/u.test(before) || (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(here));
}
