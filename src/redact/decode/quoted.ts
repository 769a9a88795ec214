const UNESCAPED = /[^"\\\n]*/y;

/** The ranges inside double quotes. Not one pattern, because it would need a stack as deep as a string is long. */
export function* quotedStrings(text: string): Generator<{ readonly start: number; readonly end: number }> {
  for (let quote = text.indexOf('"'); quote >= 0; ) {
    let at = quote + 1;
    for (;;) {
      UNESCAPED.lastIndex = at;
      UNESCAPED.test(text);
      at = UNESCAPED.lastIndex;
      // A string does not continue on the next line.
      if (text[at] !== '\\' || /^[\n\r\u2028\u2029]?$/.test(text[at + 1] ?? '')) break;
      at += 2;
    }
    if (text[at] === '"') yield { start: quote + 1, end: at };
    quote = text.indexOf('"', text[at] === '"' ? at + 1 : at);
  }
}
