import { kind, type State } from '../state/state.js';

/** A document whose text is still to be fetched from a server on this machine. */
interface Wanted {
  readonly id: string;
  readonly url: string;
}

export const allWanted = kind<Wanted>('wanted_texts');

/** Schedules the download of a text. Handlers are synchronous and cannot wait for it. */
export const wantText = (state: State, id: string, url: string): void => void allWanted(state).add({ id, url });
