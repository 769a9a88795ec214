export interface TypeItem {
  /** The text that replaces the source between `from` and `to`. */
  readonly text: string;
  readonly kind: TypeItemKind;
  /** The type, on one line. */
  readonly detail?: string;
  /** Smaller texts sort first. Items with the same text sort by name. */
  readonly sortText: string;
}

export type TypeItemKind =
  | 'property'
  | 'method'
  | 'function'
  | 'variable'
  | 'class'
  | 'type'
  | 'module'
  | 'keyword'
  | 'value';

/** Offsets are UTF-16 code units of the source. */
export interface TypeCompletion {
  readonly from: number;
  readonly to: number;
  /** Best first. */
  readonly items: readonly TypeItem[];
}

export interface TypeSignature {
  /** The whole signature, on one line: `create(fields: { name: string }): Promise<Queue>`. */
  readonly text: string;
  /** The place of each parameter in `text`. */
  readonly parameters: readonly { readonly from: number; readonly to: number; readonly doc?: string }[];
  /** The index of the parameter at the cursor. Undefined if the call has more arguments than parameters. */
  readonly active: number | undefined;
  readonly doc?: string;
  /** The number of signatures of this function. */
  readonly overloads: number;
}

/** A member that the type of its object does not have: `n.nubmer`. */
export interface MisspeltMember {
  /** The code before the dot. */
  readonly object: string;
  readonly name: string;
  /** The member with a similar name. */
  readonly meant: string;
}

/** A variable that gets a value of another type: `const n: number = 'x'`. */
export interface WrongValue {
  readonly variable: string;
  readonly declared: string;
  readonly given: string;
}

export type TypeWarning = MisspeltMember | WrongValue;

export interface TypeMemory {
  readonly heapMb: number;
  /** The heap size at which the worker ends. */
  readonly limitMb: number;
}

/** A request whose answer the caller waits for. */
export type TypeQuery =
  | { readonly kind: 'complete'; readonly id: number; readonly source: string; readonly cursor: number }
  | { readonly kind: 'signature'; readonly id: number; readonly source: string; readonly cursor: number }
  | { readonly kind: 'check'; readonly id: number; readonly source: string }
  | { readonly kind: 'type'; readonly id: number; readonly source: string }
  | { readonly kind: 'memory'; readonly id: number };

export type TypeRequest = TypeQuery | { readonly kind: 'add'; readonly id: number; readonly source: string };

export type TypeReply =
  | { readonly kind: 'ready'; readonly compiler: string }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly install: string }
  | { readonly kind: 'added'; readonly id: number }
  | { readonly kind: 'complete'; readonly id: number; readonly answer: TypeCompletion | undefined }
  | { readonly kind: 'signature'; readonly id: number; readonly answer: TypeSignature | undefined }
  | { readonly kind: 'check'; readonly id: number; readonly answer: readonly TypeWarning[] | undefined }
  | { readonly kind: 'type'; readonly id: number; readonly answer: string | undefined }
  | { readonly kind: 'memory'; readonly id: number; readonly answer: TypeMemory };

export interface TypeThreadData {
  readonly folder: string;
  /** The names of the environment variables, without their values. */
  readonly variables: readonly string[];
  /** The newest request of each kind, at `LATEST_COMPLETE` and `LATEST_SIGNATURE`. Older ones are skipped. */
  readonly latest: SharedArrayBuffer;
}

export const LATEST_COMPLETE = 0;
export const LATEST_SIGNATURE = 1;
export const LATEST_BYTES = 2 * Int32Array.BYTES_PER_ELEMENT;
