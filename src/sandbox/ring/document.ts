export interface Step {
  /** Position in the document, such as `main[2]` or `Dial[0]`. */
  readonly at: string;
  readonly verb: string;
  readonly action: StepAction;
}

export type StepAction =
  | { readonly kind: 'answer' }
  | { readonly kind: 'play'; readonly what: string; readonly seconds: number }
  | {
      readonly kind: 'hangup';
      readonly reason: string;
      /** The final status of a call that is not answered yet. Without it, the call is answered before it hangs up. */
      readonly refuses?: 'busy' | 'failed';
    }
  /** Continues with another document, or with another section of the same document. */
  | { readonly kind: 'transfer'; readonly to: string; readonly method: 'GET' | 'POST' }
  | { readonly kind: 'connect'; readonly to: readonly string[] }
  /** An instruction that the sandbox does not run, such as one that needs a caller, a voice or an agent. */
  | { readonly kind: 'other'; readonly says: string };

export interface ReadDocument {
  readonly sections: Readonly<Record<string, readonly Step[]>>;
  readonly problems: readonly string[];
}
