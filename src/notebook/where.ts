/** Where requests go. The path of a replay is relative to the folder of the notebook. */
export type Where = 'sandbox' | 'live' | { readonly replay: string };
