export { isCredentialName, isCredentialParameter, isCredentialVariable, nameWords } from './credential-name.js';
export { DEFAULT_POLICY } from './default-policy.js';
export { KnownSecrets, type SecretRegistry } from './known-secrets.js';
export { LeakError } from './leak-gate.js';
export { createOrdinals, type Ordinals } from './ordinals.js';
export type { Policy } from './policy.js';
export { redactDocuments } from './redact-documents.js';
export { createRedactor, type Redactor, type RedactorOptions, type Replaced } from './redactor.js';
export { secretParts } from './secret-parts.js';
export { CUT, type SecretCutter, secretCutter } from './secrets.js';
export { secretsInCode } from './secrets-in-code.js';
export { type Undecided, undecidedIn } from './undecided.js';

/** Reads a policy file's text, YAML or JSON. */
export const readPolicy = async (text: string, file?: string) => (await import('./policy.js')).parsePolicy(text, file);
