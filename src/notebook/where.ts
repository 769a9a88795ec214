/** Where requests shall go. A replay's path starts at the notebook's folder. */
export type Where = 'sandbox' | 'live' | { readonly replay: string };
