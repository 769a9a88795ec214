/** Where requests of the platform client go. */
export type Mode =
  | { readonly kind: 'sandbox' }
  /** `strict`: what is not in the recording is an error. Else the sandbox goes on from there, where it can. */
  | { readonly kind: 'replay'; readonly file: string; readonly strict?: boolean }
  | { readonly kind: 'live' };
