import { createRedactor, type RedactorOptions, type Replaced } from './redactor.js';
import type { LeakGate } from './replace/leak-gate.js';
import { createOrdinals } from './replace/ordinals.js';

export interface LocatedDocument<T> {
  readonly place: string;
  document: T;
}

export interface RedactedDocuments {
  readonly replaced: readonly Replaced[];
  readonly gate: LeakGate;
}

const MAX_ROUNDS = 8;

/** Redacts documents in place. A replacement next to a text can look like a new secret: then it redacts again. */
export function redactDocuments<T>(
  documents: readonly LocatedDocument<T>[],
  { table = createOrdinals(), ...options }: RedactorOptions = {},
): RedactedDocuments {
  const replaced: Replaced[] = [];
  const gates: LeakGate[] = [];
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const redactor = createRedactor({ ...options, table });
    for (const { document, place } of documents) redactor.learn(document, place);
    for (const one of documents) one.document = redactor.replace(one.document, one.place);
    replaced.push(...redactor.replaced());
    gates.push(redactor.gate());
    const remaining = redactor.remaining();
    // The gate refuses a known secret that no round could replace.
    if (!remaining || (round === MAX_ROUNDS && remaining === 'known secrets')) return { replaced, gate: all(gates) };
  }
  throw new Error(
    `Redaction still finds values after ${MAX_ROUNDS} rounds. Remove the entry with the longest text and try again.`,
  );
}

const all = (gates: readonly LeakGate[]): LeakGate => ({
  check: (document, text, place) => {
    for (const gate of gates) gate.check(document, text, place);
  },
});
