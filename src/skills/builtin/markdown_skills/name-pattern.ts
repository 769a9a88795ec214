/** Whether a name matches a shell glob pattern: `*`, `?`, and classes such as `[a-c]` and `[!x]`. */
export function fitsPattern(name: string, pattern: string): boolean {
  const pieces = piecesOf(pattern);
  // The state to backtrack to after a mismatch. Only the last star has to be tried again.
  let [at, piece, star, restart] = [0, 0, -1, 0];
  while (at < name.length) {
    const fits = pieces[piece];
    if (fits === '*') {
      star = piece++;
      restart = at;
    } else if (fits?.(name[at] as string)) {
      at++;
      piece++;
    } else if (star >= 0) {
      piece = star + 1;
      at = ++restart;
    } else return false;
  }
  return pieces.slice(piece).every((rest) => rest === '*');
}

type Piece = '*' | ((char: string) => boolean);

function piecesOf(pattern: string): Piece[] {
  const words = pattern.match(/\[!?\]?[^\]]*\]|[\s\S]/g) ?? [];
  return words.map((word) => {
    if (word === '*') return '*';
    if (word === '?') return () => true;
    return word.length > 1 ? classOf(word.slice(1, -1)) : (char) => char === word;
  });
}

function classOf(inside: string): (char: string) => boolean {
  const isNot = inside.startsWith('!');
  const ranges = (isNot ? inside.slice(1) : inside).match(/[\s\S]-[\s\S]|[\s\S]/g) ?? [];
  return (char) => ranges.some((range) => char >= (range[0] as string) && char <= (range.at(-1) as string)) !== isNot;
}
