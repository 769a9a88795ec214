export { SourceError } from './errors/source-error.js';
export { cutStacks, type ErrorPlace, userPlace, userStack } from './errors/stack.js';
export { Interrupted } from './interrupt/interrupted.js';
export { terminateMainThread } from './interrupt/terminate-main.js';
export { requestInterrupt, startWatchdog, type Watchdog, type WatchdogOptions } from './interrupt/watchdog.js';
export type { Completeness } from './parse/completeness.js';
export { namesOf, readNames } from './parse/names-of.js';
export { type ReadCall, readCall } from './parse/read-call.js';
export { createEvaluator, type Evaluator, type EvaluatorOptions } from './run/evaluator.js';
