import { Detector } from './detect/detector.js';
import { fieldRules } from './detect/field-rules.js';
import { Values } from './detect/values.js';
import { Learner } from './learner.js';
import { DEFAULT_POLICY, type Policy } from './policy/default-policy.js';
import { type LeakGate, leakGate } from './replace/leak-gate.js';
import { createOrdinals, type Ordinals } from './replace/ordinals.js';
import { PHONE } from './replace/replacements.js';
import { Replacer } from './replacer.js';
import { type Kind, ruleIn } from './rules.js';
import type { Undecided } from './undecided.js';

export interface RedactorOptions {
  readonly policy?: Policy;
  /** Known secrets, replaced wherever they occur. */
  readonly secrets?: Iterable<string | undefined>;
  /** Texts that may identify someone, to replace everywhere. */
  readonly doubtful?: Iterable<Pick<Undecided, 'kind' | 'text'>>;
  /** The ordinals of files that were redacted before, so that all files agree. */
  readonly table?: Ordinals;
}

/** A value that is, or would be, replaced. Never contains the original. */
export interface Replaced {
  readonly kind: Kind;
  readonly count: number;
  /** Where the value appeared first. Undefined if it was known in advance. */
  readonly place: string | undefined;
  readonly replacement: string;
  /** Whether only a person can decide if the value identifies someone. */
  readonly isDoubtful: boolean;
}

/** Redacts in two passes, so that a value recognized late is also replaced where it occurs earlier. */
export interface Redactor {
  learn(document: unknown, place: string): void;
  replace<T>(document: T, place: string): T;
  replaced(): readonly Replaced[];
  /** What a second redaction of the result would find. */
  remaining(): 'new values' | 'known secrets' | undefined;
  /** Returns the check that runs before a text is written. */
  gate(): LeakGate;
}

/** A walk decodes a document, the learner and the detector find values, and the replacer replaces them. */
export function createRedactor({
  policy = DEFAULT_POLICY,
  secrets = [],
  doubtful = [],
  table = createOrdinals(),
}: RedactorOptions = {}): Redactor {
  const ruleOf = fieldRules(policy);
  const values = new Values(policy, table);
  addKnownValues(values, secrets);
  for (const { kind, text } of doubtful) values.add(ruleIn('review', kind), text);
  const learner = new Learner(values, ruleOf);
  let stages: { readonly detector: Detector; readonly replacer: Replacer } | undefined;
  const left = { isNew: false, isKnown: false };

  /**
   * Learns what a second redaction would find in a changed text: a new value, or a secret that was not replaced because
   * another one overlapped it.
   */
  const onChange = (document: unknown) => {
    const { size, repeated } = values;
    learner.learn(document);
    if (values.size > size) left.isNew = true;
    if (values.repeated > repeated) left.isKnown = true;
  };
  const settle = () => {
    if (stages) return stages;
    const detector = new Detector(values);
    return (stages = { detector, replacer: new Replacer({ values, detector, ruleOf, onChange }) });
  };

  return {
    learn(document, place) {
      if (stages) throw new Error('Cannot learn a document after the first replacement. Learn all documents first.');
      learner.learn(document, place);
    },
    replace<T>(document: T, place: string) {
      const { replacer } = settle();
      learner.document = place;
      return replacer.replace(document) as T;
    },
    replaced() {
      const { replacer } = settle();
      return values
        .all()
        .filter(({ count }) => count > 0)
        .map(({ rule, place, count, replacement }) => ({
          kind: rule.kind,
          count,
          place: place && replacer.describe(place),
          replacement: rule.replacement.report?.(replacement) ?? replacement,
          isDoubtful: rule.detector.in === 'review',
        }));
    },
    remaining: () => (left.isNew ? 'new values' : left.isKnown ? 'known secrets' : undefined),
    gate: () => leakGate(settle().detector.known),
  };
}

const MIN_SECRET_LENGTH = 4;

function addKnownValues(values: Values, secrets: Iterable<string | undefined>): void {
  for (const secret of secrets)
    if (secret !== undefined && secret.length >= MIN_SECRET_LENGTH) values.add(ruleIn('advance', 'secret'), secret);
  for (const word of values.policy.cut) values.add(ruleIn('advance', 'word'), word);
  for (const { replacement, original } of values.ordinals.originals())
    if (replacement === PHONE) values.add(ruleIn('text', 'phone'), original);
}
