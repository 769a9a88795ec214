import { SourceMap, type SourceMapPayload } from 'node:module';

/** A place in source text. Lines and columns start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}
export type Locate = (position: Position) => Position;

export const same: Locate = (position) => position;

/** Maps places through a source map, which is parsed on first use. */
export function throughMap(payload: SourceMapPayload): Locate {
  let map: SourceMap | undefined;
  return ({ line, column }) => {
    map ??= new SourceMap(payload);
    const entry = map.findEntry(line - 1, column - 1);
    return 'originalLine' in entry
      ? { line: entry.originalLine + 1, column: entry.originalColumn + 1 }
      : { line, column };
  };
}
