import { SourceMap, type SourceMapPayload } from 'node:module';

/** Lines and columns count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}
export type Locate = (place: Place) => Place;

export const same: Locate = (place) => place;

/** Follows a source map, which is read only when a place is asked for. */
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
