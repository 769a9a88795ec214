/** Converts an offset: Jupyter counts code points, and JavaScript counts UTF-16 code units. */
export function toUnits(source: string, codePoints: number): number {
  return [...source].slice(0, codePoints).join('').length;
}

export function toCodePoints(source: string, units: number): number {
  return [...source.slice(0, units)].length;
}
