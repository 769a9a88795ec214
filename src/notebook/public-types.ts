// Published declarations name these types, so this file imports nothing that is not published.

/** Where requests go. The path of a replay is relative to the folder of the notebook. */
export type Where = 'sandbox' | 'live' | { readonly replay: string };

/** Options of the sandbox. */
export interface UseOptions {
  /** Starts the sandbox again, with the ids of this seed. */
  readonly seed?: number;
  /** With a seed: the phone numbers of the account follow from it too. */
  readonly ownNumbers?: boolean;
}

/** Returns `true` or `false`, or the part that is right as a number from 0 to 1. */
export type CheckTest = () => boolean | number | Promise<boolean | number>;

/** Runs a test of an exercise and reports its points. Does not throw if the test fails. */
export type Check = (points: number, message: string, test: CheckTest) => Promise<void>;

/** Returns the value of a variable as data, as a graded run sees it. */
export type Value = (name: string) => unknown;

/** The place of an output that will be updated. */
export interface OutputSlot {
  readonly id: string;
  /** Whether the place already has an output, which is then replaced. */
  readonly isTaken: boolean;
}

/** Shows a value below the running cell. */
export type ShowHere = (value: unknown, place?: OutputSlot) => void | Promise<void>;
