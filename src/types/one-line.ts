const LONGEST = 160;

/** Shortens a type or a signature to one line, and removes the paths that the compiler writes before names. */
export function oneLine(text: string): string {
  const line = text.replace(/(typeof )?import\("[^"]*"\)\./g, '$1').replace(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
