/** Where requests of the platform client go. */
export type Mode =
  | { readonly kind: 'sandbox' }
  /** `strict`: what is not in the recording is an error. Else the sandbox goes on from there, where it can. */
  | { readonly kind: 'replay'; readonly file: string; readonly strict?: boolean }
  | {
      readonly kind: 'live';
      /** Asked for by name; else the environment, then the profile in use. */
      readonly profile?: string;
      /** Once it is live: the name of the space, and where its credentials came from. */
      readonly space?: string;
      readonly source?: string;
    };
