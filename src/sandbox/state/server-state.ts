import { isRecord } from '../request/read-json.js';
import { checkSnapshot, type Snapshot } from './snapshot.js';

/** The state of all projects of a server, the first one first, as plain JSON. It contains their tokens. */
export interface ServerState {
  readonly patchbay_state: 1;
  readonly projects: readonly StoredProject[];
}

export interface StoredProject {
  readonly project: string;
  readonly token: string;
  /** The project that created this one as its subproject. */
  readonly parent?: string;
  readonly snapshot: Snapshot;
}

/** Throws a `TypeError` unless the value is the state of a server, because it comes from a file. */
export function checkServerState(value: unknown): asserts value is ServerState {
  if (!isRecord(value) || value.patchbay_state !== 1)
    throw new TypeError('patchbay_state must be 1, as patchbay sandbox --state writes it');
  const { projects } = value;
  if (!Array.isArray(projects) || projects.length === 0) throw new TypeError('projects must be a list');
  for (const [index, one] of projects.entries()) {
    const isFine =
      isRecord(one) &&
      [one.project, one.token].every((text) => typeof text === 'string' && /^[\w.+/=-]{1,512}$/.test(text)) &&
      (one.parent === undefined || typeof one.parent === 'string');
    if (!isFine) throw new TypeError(`projects[${index}] must have project, token and snapshot`);
    checkSnapshot(one.snapshot);
  }
}
