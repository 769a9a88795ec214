/** Where something is shown that will be shown again. */
export interface Place {
  readonly id: string;
  /** Something stands there, and is replaced. */
  readonly isTaken: boolean;
}

/** Shows a value below the cell that runs. */
export type ShowHere = (value: unknown, place?: Place) => void | Promise<void>;
