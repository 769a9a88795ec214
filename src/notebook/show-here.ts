/** The place of an output that will be updated. */
export interface Place {
  readonly id: string;
  /** Whether the place already has an output, which is then replaced. */
  readonly isTaken: boolean;
}

/** Shows a value below the running cell. */
export type ShowHere = (value: unknown, place?: Place) => void | Promise<void>;
