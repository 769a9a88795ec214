const MARK = ' [… cut …] ';

/** A text of at most so many characters: of a longer one the first two thirds and the last third. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = most - MARK.length;
  const first = Math.ceil((room * 2) / 3);
  return copied(whole(text.slice(0, first)), MARK, whole(text.slice(text.length - (room - first))));
}

/** The same with only the beginning. */
export function cutEnd(text: string, most: number): string {
  return text.length <= most ? text : copied(whole(text.slice(0, most - MARK.length)), MARK.trimEnd());
}

/** Without half of a character at the edge. */
const whole = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');

/** Joined, for a slice that is merely added to holds on to all that it was cut from. */
const copied = (...pieces: readonly string[]) => pieces.join('');
