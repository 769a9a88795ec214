/** Returns the items that contain the letters in order, such as `dial` for `dl`, best match first. */
export function resembling<Item>(items: readonly Item[], word: string, textOf: (item: Item) => string): Item[] {
  return items
    .flatMap((item) => {
      const score = resemblance(textOf(item), word);
      return score === undefined ? [] : [{ item, score }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

/** Longer words do not occur in practice, and would only take time. */
const MAX_LENGTH = 200;
const NOWHERE = Number.NEGATIVE_INFINITY;
const BEGINS_WORD = 4;
const FOLLOWS = 5;
const SAME_CASE = 0.5;
/** The penalty for a skipped letter, including letters before the first match. */
const PASSED = -0.05;

/** Scores the best match of the letters in the text. Undefined if it does not contain all of them in order. */
function resemblance(text: string, word: string): number | undefined {
  const [long, short] = [text.toLowerCase(), word.toLowerCase()];
  if (word.length > MAX_LENGTH || !holdsInOrder(long, short)) return undefined;
  const length = Math.min(text.length, MAX_LENGTH);
  // The score of the letters so far, by the position of the last of them.
  let row: number[] = [];
  for (let i = 0; i < short.length; i++) {
    const next: number[] = [];
    let passedOver = i === 0 ? 0 : NOWHERE;
    let before = NOWHERE;
    for (let index = 0; index < length; index++) {
      next.push(
        long[index] === short[i]
          ? Math.max(passedOver, before + FOLLOWS) + worth(text, index, word[i] as string)
          : NOWHERE,
      );
      passedOver = Math.max(passedOver, before) + PASSED;
      before = row.length === 0 ? NOWHERE : (row[index] as number);
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

/** Matches the first letter, a letter after a separator, and the capital in `phoneNumbers`. */
function beginsWord(text: string, at: number): boolean {
  if (at === 0) return true;
  const [before, here] = [text[at - 1] as string, text[at] as string];
  return /[^\p{L}\p{N}]/u.test(before) || (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(here));
}
