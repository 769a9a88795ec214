/** Reads the lines below a command with `<<EOF`, up to the line `EOF`. `at` is the end of the line with the command. */
export function readHereDocument(
  text: string,
  at: number,
  { delimiter, isIndented }: { readonly delimiter: string; readonly isIndented: boolean },
): { readonly text: string; readonly end: number } {
  const lines: string[] = [];
  let start = text[at] === '\n' ? at + 1 : at;
  while (start < text.length) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, end).replace(/\r$/, '');
    const own = isIndented ? line.replace(/^\t+/, '') : line;
    if (own === delimiter) return { text: lines.join(''), end };
    lines.push(`${own}\n`);
    start = end + 1;
  }
  throw new Error(`the text after << has no end: a line with ${delimiter}`);
}
