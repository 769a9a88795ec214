import { kind, type State } from '../state/state.js';

/** A document whose text is on a server of this machine, by its id, until it has come. */
interface Wanted {
  readonly id: string;
  readonly url: string;
}

export const allWanted = kind<Wanted>('wanted_texts');

/** Has the text fetched: subjects answer at once, so they cannot wait for it. */
export const wantText = (state: State, id: string, url: string): void => void allWanted(state).add({ id, url });
