import { populate } from './populate/populate.js';
import { recordedAccount } from './populate/recorded-account.js';
import type { RecordedCase } from './populate/recorded-case.js';
import { SAMPLE_ACCOUNT } from './populate/sample-account.js';
import { seedServedDocuments } from './populate/sample-documents.js';
import { Simulator } from './simulator.js';
import { newState, type State, snapshotOf } from './state/state.js';

export interface StartOptions {
  readonly seed: number;
  readonly now: Date | string;
  readonly empty: boolean;
  readonly from?: RecordedCase | undefined;
  /** The credentials. Without them, they derive from the seed. */
  readonly project?: string | undefined;
  readonly token?: string | undefined;
  readonly signing: State['signing'];
  readonly warn: (line: string) => void;
}

export interface Started {
  readonly simulator: Simulator;
  readonly state: State;
  /** What `from` could not populate. */
  readonly notes: readonly string[];
}

/** Starts a simulator: with the sample account, empty, or with the resources of a recording. */
export function newSimulator({ seed, now, empty, from, project, token, signing, warn }: StartOptions): Started {
  const account = from && recordedAccount(from);
  const notes: string[] = [];
  const initial = () => {
    const past = empty ? undefined : SAMPLE_ACCOUNT;
    const made = newState(seed, now, { project: project ?? account?.project, token, signing }, past);
    if (account) {
      notes.splice(0, notes.length, ...populate(made, account));
      // In a recording of a sandbox, the numbers of the sample account have the URLs of these documents.
      if (past === undefined) seedServedDocuments(made);
    }
    return made;
  };
  const state = initial();
  return { simulator: new Simulator(state, warn, { start: () => snapshotOf(initial()) }), state, notes };
}
