/** The kinds of values that redaction distinguishes. `secret` covers tokens, passwords and credentials. */
const KINDS = ['secret', 'phone', 'email', 'sip', 'ip', 'name', 'word'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * Kinds share a space of replacements if one value can appear as either, such as an address with and without `sip:`.
 */
export type Space = 'secret' | 'phone' | 'address' | 'host' | 'ip' | 'name' | 'word';
