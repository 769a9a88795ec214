export type { Completeness } from './completeness.js';
export { createEvaluator, type Evaluator, type EvaluatorOptions } from './evaluator.js';
export { Interrupted } from './interrupted.js';
export { namesOf, readNames } from './names-of.js';
export { SourceError } from './source-error.js';
export { cutStacks, userStack } from './stack.js';
export { terminateMainThread } from './terminate-main.js';
export { requestInterrupt, startWatchdog, type Watchdog, type WatchdogOptions } from './watchdog.js';
