const MARK = ' [… cut …] ';

/** Shortens a text to `most` characters: keeps the first two thirds and the last third. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = most - MARK.length;
  const first = Math.ceil((room * 2) / 3);
  return copied(whole(text.slice(0, first)), MARK, whole(text.slice(text.length - (room - first))));
}

/** Shortens a text to `most` characters: keeps the beginning. */
export function cutEnd(text: string, most: number): string {
  return text.length <= most ? text : copied(whole(text.slice(0, most - MARK.length)), MARK.trimEnd());
}

/** Removes half of a surrogate pair at the edges. */
const whole = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');

/** Joins the pieces into a new string. A string that is concatenated from slices keeps the original in memory. */
const copied = (...pieces: readonly string[]) => pieces.join('');
