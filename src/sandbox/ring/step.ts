/** One instruction of a document, whichever language it is written in. */
export interface Step {
  /** Where it stands in the document: `main[2]`, `Response/Dial`. */
  readonly at: string;
  readonly verb: string;
  readonly does: Deed;
}

export type Deed =
  | { readonly kind: 'answer' }
  | { readonly kind: 'play'; readonly what: string; readonly seconds: number }
  | {
      readonly kind: 'hangup';
      readonly reason: string;
      /** What comes of a call that nobody has answered yet; without it the call is answered first. */
      readonly refuses?: 'busy' | 'failed';
    }
  /** To another document, or to another section of this one. */
  | { readonly kind: 'transfer'; readonly to: string; readonly method: 'GET' | 'POST' }
  | { readonly kind: 'connect'; readonly to: readonly string[] }
  /** Something that needs a caller, a voice or an agent. */
  | { readonly kind: 'other'; readonly says: string };

export interface ReadDocument {
  readonly sections: Readonly<Record<string, readonly Step[]>>;
  /** What is wrong with it, in words. */
  readonly problems: readonly string[];
}
