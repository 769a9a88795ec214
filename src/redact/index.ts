export { secretsInCode } from './code/secrets-in-code.js';
export { isCredentialName, isCredentialParameter, isCredentialVariable, nameWords } from './detect/credential-name.js';
export { hostClass } from './detect/host-class.js';
export { KnownSecrets, type SecretRegistry } from './detect/known-secrets.js';
export { secretParts } from './detect/secret-parts.js';
export { DEFAULT_POLICY, type Policy, SWITCHES } from './policy/default-policy.js';
export { redactDocuments } from './redact-documents.js';
export { createRedactor, type Redactor, type RedactorOptions, type Replaced } from './redactor.js';
export { LeakError } from './replace/leak-gate.js';
export { createOrdinals, type Ordinals } from './replace/ordinals.js';
export { originOf, RULES } from './rules.js';
export { CUT, cutterOf, type SecretCutter, type Secrets, secretCutter } from './secrets.js';
export { type Undecided, undecidedIn } from './undecided.js';

export const readPolicy = async (text: string, file?: string) =>
  (await import('./policy/policy.js')).parsePolicy(text, file);
