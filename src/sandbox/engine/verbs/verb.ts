import { nearest } from '../../../util/index.js';
import type { Language } from '../document/call-document.js';
import type { Outcome, RunEvent } from '../run/outcome.js';
// Type-only cycle: a context belongs to a step, and a step to a verb.
import type { StepContext } from '../run/step-context.js';
import type { Parameters, ValuesOf } from './parameters.js';

export type Stage = 'flow' | 'media' | 'routing' | 'messaging' | 'fax' | 'payment' | 'observers' | 'ai';

/** How much of a verb the sandbox simulates. `lacks` names what is missing. */
export type Effect =
  | { readonly kind: 'simulated' }
  | { readonly kind: 'partly' | 'not simulated'; readonly lacks: string };

/** One verb. Validation, execution, completion and the documentation read this declaration. */
export interface Verb<P extends Parameters = Parameters, D = unknown> {
  readonly name: string;
  readonly language: Language;
  readonly stage: Stage;
  /** One sentence in the imperative, such as `Play audio, speech or silence.` */
  readonly summary: string;
  /** The names of the same act in other languages and APIs, in lower case. */
  readonly alsoCalled?: readonly string[];
  readonly parameters: P;
  /** The parameter that a value which is not an object fills: `play: "say:Hello"` is `play: { url: "say:Hello" }`. */
  readonly shorthand?: keyof P & string;
  /** The parameter that gets the whole value, even an object. */
  readonly whole?: keyof P & string;
  /** Groups of parameters of which exactly one is required. */
  readonly oneOf?: readonly (readonly (keyof P & string)[])[];
  readonly effect: Effect;
  /** Whether the verb answers a call that is not answered. A verb with `optional` decides when it starts. */
  readonly answers: boolean | 'optional';
  /** The variables that it sets. */
  readonly sets: readonly string[];
  /** The names of the callbacks that it sends, such as `calling.call.play`. */
  readonly callbacks: readonly string[];
  /** Runs the step with its parameters after substitution and validation. */
  start(context: StepContext, params: ValuesOf<P>): Outcome<D>;
  /** Continues the step after a wait, with the data of the wait. */
  resume?(context: StepContext, event: RunEvent, params: ValuesOf<P>, data: Exclude<D, undefined>): Outcome<D>;
  /** The call ended while the step waited: sends what the platform sends even then. */
  hungUp?(context: StepContext, params: ValuesOf<P>, data: Exclude<D, undefined>): void;
}

/** A verb of the table, whatever its parameters and its data are. */
export type AnyVerb = Verb<never, never>;

type Defaulted = 'language' | 'answers' | 'sets' | 'callbacks';
type Declaration<P extends Parameters, D> = Omit<Verb<P, D>, Defaulted> &
  Partial<Pick<Verb<P, D>, Exclude<Defaulted, 'language'>>>;

const verbOf =
  (language: Language) =>
  <const P extends Parameters, D>(declaration: Declaration<P, D>): AnyVerb =>
    ({ language, answers: true, sets: [], callbacks: [], ...declaration }) as unknown as AnyVerb; // see AnyVerb

/**
 * Declares a verb of SWML. The types of its parameters follow from the declaration, and the type of the data that a step
 * stores while it waits from `start`. A verb answers the call unless it declares something else.
 */
export const swmlVerb = verbOf('swml');
/** Declares a verb of cXML, as `swmlVerb` does. */
export const cxmlVerb = verbOf('cxml');

/** Returns the verb that an unknown name means: that of another language, or else a likely typo. */
export function verbMeant(
  name: string,
  verbs: ReadonlyMap<string, { readonly alsoCalled?: readonly string[] }>,
): string | undefined {
  const word = name.toLowerCase();
  const known = [...verbs].find(
    ([own, { alsoCalled = [] }]) => own.toLowerCase() === word || alsoCalled.includes(word),
  );
  return known?.[0] ?? nearest(name, verbs.keys());
}
