/** What redaction tells apart; a policy switches each on or off. `secret` covers tokens, passwords and credentials. */
const KINDS = ['secret', 'phone', 'email', 'sip', 'ip', 'name', 'word'] as const;
export type Kind = (typeof KINDS)[number];

/** Kinds share a space of replacements where one thing can appear as either: an address after `sip:` and without. */
export type Space = 'secret' | 'phone' | 'address' | 'host' | 'ip' | 'name' | 'word';
