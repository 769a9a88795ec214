/** Where requests of the platform client go. */
export type Mode =
  /** With `from`, the sandbox starts with the resources that this recording shows. Only at the start of a bench. */
  | { readonly kind: 'sandbox'; readonly from?: string }
  /** With `strict`, an unrecorded request is an error. Otherwise the sandbox answers from then on, if it can. */
  | { readonly kind: 'replay'; readonly file: string; readonly strict?: boolean }
  | {
      readonly kind: 'live';
      /** The requested profile. The default is the environment, then the current profile. */
      readonly profile?: string;
      /** Set once the bench is live: the name of the space and the source of the credentials. */
      readonly space?: string;
      readonly source?: string;
    };
