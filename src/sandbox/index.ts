export { copySandbox, type SandboxCopy } from './copy.js';
export { documentProblems } from './engine/document/document-problems.js';
export { CALL_VARIABLES, CXML_PROMPTS, DOCUMENT_VERBS, type DocumentVerb } from './engine/document/document-verbs.js';
export type { Ring, RingOptions } from './engine/run/story.js';
export type { Parameter, Parameters } from './engine/verbs/parameters.js';
export type { RecordedCase } from './populate/recorded-case.js';
export { newSandbox, type Sandbox, type SandboxOptions, type SandboxServer } from './sandbox.js';
export type { Snapshot } from './state/snapshot.js';
export type { StandIn, Webhook, Webhooks } from './webhooks/webhook-sender.js';
