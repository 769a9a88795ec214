const WIDEST = 110;
const NARROWEST = 40;
const LEFT = 29;

export const helpWidth = (): number => Math.max(NARROWEST, Math.min(process.stdout.columns ?? WIDEST, WIDEST));

export function wrapped(text: string, indent: number, width: number): string {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) as string;
    if (line !== '' && indent + line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => ' '.repeat(indent) + line).join('\n');
}

/** Formats words with their meanings in two columns. A meaning goes below its word if the terminal is too narrow. */
export function inPairs(pairs: readonly (readonly [string, string])[], width: number): string {
  const left = Math.min(LEFT, Math.max(0, ...pairs.map(([word]) => word.length)) + 4);
  return pairs
    .map(([word, meaning]) => {
      if (meaning === '') return `  ${word}`;
      const isBeside = width >= 2 * left && word.length + 4 <= left;
      if (!isBeside) return `  ${word}\n${wrapped(meaning, 6, width)}`;
      return `  ${word}`.padEnd(left) + wrapped(meaning, left, width).slice(left);
    })
    .join('\n');
}
