/** Returns the first lines of a text. `more` is the number of omitted lines. */
export function firstLines(text: string, most: number): { readonly text: string; readonly more: number } {
  let at = -1;
  for (let line = 0; line < most; line++) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return { text, more: 0 };
  }
  let more = 1;
  for (let next = text.indexOf('\n', at + 1); next >= 0; next = text.indexOf('\n', next + 1)) more++;
  return { text: text.slice(0, at), more };
}
