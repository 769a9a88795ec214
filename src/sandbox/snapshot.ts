/** A frozen copy of a sandbox, for `restore`. Plain JSON. */
export interface Snapshot {
  readonly version: 1;
  readonly now: string;
  readonly ids: number;
  /** What it holds, by kind. */
  readonly collections: Readonly<Record<string, unknown>>;
}
