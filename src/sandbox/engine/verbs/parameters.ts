/** One parameter of a verb. */
export interface Parameter<T = unknown, Given extends boolean = boolean> {
  readonly kind: 'text' | 'number' | 'whole' | 'bool' | 'list' | 'object' | 'map' | 'steps' | 'either' | 'any';
  /** One short phrase for completion and the documentation. */
  readonly doc?: string;
  readonly required?: boolean;
  readonly default?: unknown;
  /** Accepts a placeholder as the whole value, even if the type is not text. */
  readonly variable?: boolean;
  /** Is not substituted: the verb does it, or its parts are substituted later. */
  readonly raw?: boolean;
  /** It changes only what the sandbox does not carry, such as sound or SIP messages. The story lists it. */
  readonly ignored?: boolean;
  /** What the sandbox does not do with it. The story and a problem say so when it is used. */
  readonly lacks?: string;
  /** A URL that may be relative to the URL of the document. */
  readonly relative?: boolean;
  /** Known beginnings of the text, for completion. */
  readonly begins?: readonly string[];
  /** The text is the name of something in the document. */
  readonly names?: 'label' | 'section' | 'variable';
  /** What the text is: a JavaScript expression, a called party, a number in E.164, a SIP address, a queue to take from, or the URL of a document. */
  readonly form?: 'expression' | 'destination' | 'number' | 'sip' | 'queue' | 'document';
  /** The only values that are accepted. */
  readonly values?: readonly (string | number)[];
  readonly min?: number;
  readonly max?: number;
  /** The items of a list or a map, or the alternatives of `either`. */
  readonly of?: readonly Parameter[];
  /** The parameters of an object. */
  readonly fields?: Parameters;
  /** For the compiler only. The properties do not exist at run time. */
  readonly type?: T;
  readonly given?: Given;
}

export type Parameters = Readonly<Record<string, Parameter>>;

type TypeOf<P> = P extends Parameter<infer T> ? T : never;
/** The values of parameters after validation, with defaults filled in. */
export type ValuesOf<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T, true> ? T : TypeOf<P[K]> | undefined;
};

type Options<T> = Pick<
  Parameter<T>,
  | 'doc'
  | 'required'
  | 'variable'
  | 'raw'
  | 'ignored'
  | 'lacks'
  | 'relative'
  | 'min'
  | 'max'
  | 'begins'
  | 'names'
  | 'form'
> & {
  readonly default?: T;
};
type GivenBy<O> = O extends { readonly required: true } ? true : O extends { readonly default: unknown } ? true : false;
/** `NoInfer`, for the compilers that read the published declarations. */
type Uninferred<T> = [T][T extends unknown ? 0 : never];
type Made<T, O> = Parameter<T, GivenBy<O>>;

export const text = <const O extends Options<string>>(options?: O): Made<string, O> => ({ kind: 'text', ...options });
export const number = <const O extends Options<number>>(options?: O): Made<number, O> => ({
  kind: 'number',
  ...options,
});
/** A whole number. */
export const whole = <const O extends Options<number>>(options?: O): Made<number, O> => ({ kind: 'whole', ...options });
export const bool = <const O extends Options<boolean>>(options?: O): Made<boolean, O> => ({ kind: 'bool', ...options });
export const choice = <const V extends string, const O extends Options<Uninferred<V>>>(
  values: readonly V[],
  options?: O,
): Made<V, O> => ({ kind: 'text', values, ...options });
export const list = <T, const O extends Options<readonly T[]>>(
  of: Parameter<T>,
  options?: O,
): Made<readonly T[], O> => ({
  kind: 'list',
  of: [of],
  ...options,
});
export const object = <const F extends Parameters, const O extends Options<ValuesOf<F>>>(
  fields: F,
  options?: O,
): Made<ValuesOf<F>, O> => ({ kind: 'object', fields, ...options });
/** An object with any names, whose values have one type. */
export const map = <T, const O extends Options<Readonly<Record<string, T>>>>(
  of: Parameter<T>,
  options?: O,
): Made<Readonly<Record<string, T>>, O> => ({ kind: 'map', of: [of], ...options });
export const any = <const O extends Options<unknown>>(options?: O): Made<unknown, O> => ({ kind: 'any', ...options });
/** A list of steps. Its value is the key of the list in `CallDocument.lists`. */
export const steps = <const O extends Options<string>>(options?: O): Made<string, O> => ({ kind: 'steps', ...options });
export const either = <const A extends readonly Parameter[], const O extends Options<TypeOf<A[number]>>>(
  of: A,
  options?: O,
): Made<TypeOf<A[number]>, O> => ({ kind: 'either', of, ...options });
