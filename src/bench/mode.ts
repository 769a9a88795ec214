/** Where requests of the platform client go. */
export type Mode =
  | { readonly kind: 'sandbox' }
  | { readonly kind: 'replay'; readonly file: string }
  | { readonly kind: 'live' };
