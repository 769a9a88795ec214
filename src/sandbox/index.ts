export type {
  CalledExpectation,
  Cast,
  CastCalled,
  CastCaller,
  CastMoment,
  CastOptions,
  CastParty,
  CastReply,
  CastResult,
  CheckedExpectation,
  Expectation,
} from './cast/cast.js';
export { readReplies } from './cast/load-cast.js';
export type { Replies } from './cast/replies.js';
export type { CheckedDocument, CheckedProblem } from './check/check-document.js';
export { checkDocument } from './check/load-check.js';
export { type JournalRecord, refusalReason } from './control/journal.js';
export type { Expected, Verified, VerifiedExpectation, VerifyOptions } from './control/verify/verify.js';
export { copySandbox, type SandboxCopy } from './copy.js';
export { documentProblems } from './engine/document/document-problems.js';
export { CALL_VARIABLES, CXML_PROMPTS, DOCUMENT_VERBS, type DocumentVerb } from './engine/document/document-verbs.js';
export type { CallStory, CallSummary, Ring, RingOptions } from './engine/run/story.js';
export type { AiFields } from './engine/verbs/ai/agent.js';
export type { Parameter, Parameters } from './engine/verbs/parameters.js';
export type { SentCallback } from './outbound/callbacks.js';
export type { RecordedCase } from './populate/recorded-case.js';
export { exploreCallers, type GeneratedCaller, optionsOf } from './ring/generated-callers.js';
/** @internal */
export type { ProjectFollower, ProjectSandbox } from './sandbox.js';
export {
  newSandbox,
  type Sandbox,
  type SandboxOptions,
  type SandboxServer,
  type ServerOptions,
} from './sandbox.js';
export { checkServerState, type ServerState } from './state/server-state.js';
export type { Snapshot } from './state/snapshot.js';
export type { InFlight } from './webhooks/in-flight.js';
export type { StandIn, Webhook, Webhooks } from './webhooks/webhook-sender.js';
