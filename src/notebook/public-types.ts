// Published declarations name these types, so this file imports nothing that is not published.

/** Where requests go. The path of a replay is relative to the folder of the notebook. */
export type Where = 'sandbox' | 'live' | { readonly replay: string };

/** The place of an output that will be updated. */
export interface OutputSlot {
  readonly id: string;
  /** Whether the place already has an output, which is then replaced. */
  readonly isTaken: boolean;
}

/** Shows a value below the running cell. */
export type ShowHere = (value: unknown, place?: OutputSlot) => void | Promise<void>;
