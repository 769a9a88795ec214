// Type-only cycle: a step refers to the verb that runs it.
import type { AnyVerb } from '../verbs/verb.js';

export type Language = 'swml' | 'cxml';

/**
 * The text of a document as plain data: the object of a SWML document, or the elements of a cXML document. It is stored
 * in the state; a `CallDocument` is derived from it.
 */
export interface DocumentSource {
  readonly language: Language;
  /** It answers a message in place of a call. */
  readonly answers?: 'message';
  /** The URL that served it, against which relative URLs resolve; null for an inline document. */
  readonly url: string | null;
  readonly value: unknown;
}

/** A document that was read, or why it was not. `index` is the position of the mistake in the text. */
export type ReadDocument = { readonly source: DocumentSource } | { readonly problem: string; readonly index?: number };

/** A document that is ready to run: every list of steps, by its position. */
export interface CallDocument {
  readonly language: Language;
  /** The lists that `execute` and `transfer` can name. The key of its steps in `lists` is the name itself. */
  readonly sections: ReadonlySet<string>;
  /** All lists of steps, nested ones too, by position: `main`, `main[2].then`, `main[2].case.1`. */
  readonly lists: ReadonlyMap<string, readonly Step[]>;
  /** The problems of the whole document, found before it runs. */
  readonly problems: readonly DocumentProblem[];
  /** Whether the document cannot run at all. */
  readonly isFatal: boolean;
}

/** A problem that is found before the document runs. */
export interface DocumentProblem {
  /** The position of the wrong part, such as `main[2].prompt.play`. Undefined for a problem of the whole document. */
  readonly at?: string;
  /** A sentence that names the step. */
  readonly message: string;
}

export interface Step {
  /** Position in the document, such as `main[2]` or `Dial[0]`. */
  readonly at: string;
  /** The name as written, which may be unknown. */
  readonly name: string;
  readonly verb: AnyVerb | undefined;
  /** The parameters as written, before substitution. Nested lists of steps are replaced by their keys. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The problems of this step. A step with problems ends the call when it runs. */
  readonly problems: readonly string[];
}
