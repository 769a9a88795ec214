/** Jupyter counts code points, JavaScript counts UTF-16 units. */
export function toUnits(source: string, codePoints: number): number {
  return [...source].slice(0, codePoints).join('').length;
}

export function toCodePoints(source: string, units: number): number {
  return [...source.slice(0, units)].length;
}
