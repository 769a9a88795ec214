export type { Bench, Outcome, RunOptions } from './bench.js';
export type { BenchOptions, SessionPage } from './bench-options.js';
export { curlCommand } from './commands/curl.js';
export { CONFIG_FILE, type ConfigFile, findConfig, forgetConfig, inputTrust } from './config/index.js';
export { type Ask, askFirst } from './confirm/confirm-live.js';
export { createBench } from './create-bench.js';
export { ownModule } from './globals/own-modules.js';
export type { Mode } from './mode/mode.js';
export { mapAdvice } from './mode/mode.js';
export { type Recording, type RecordingOptions, recordRoute } from './mode/recording.js';
export { type OpenOptions, openBench } from './open-bench.js';
export { spawnIsolated } from './recorded-inputs/isolated-process.js';
export { offeredNames } from './recorded-inputs/offered-names.js';
export {
  inputLines,
  newRecordedCode,
  type RecordedInput,
  recordedInputs,
  runInputs,
} from './recorded-inputs/recorded-inputs.js';
export type { RanInputs } from './recorded-inputs/run-inputs.js';
export {
  type CheckResult,
  checkLine,
  createCheck,
  createValue,
  missingValue,
  pointsText,
} from './session/check.js';
export { parseInput } from './session/input.js';
export { rawExchange } from './session/raw-exchange.js';
export { ACCOUNT_CREDENTIAL } from './session/request-credentials.js';
export { present, reportOf } from './session/result.js';
export { type ServedSession, servedSession } from './session/served-session.js';
export { sessionCase } from './session/session-case.js';
export {
  type Exchange,
  isFailedByFault,
  type LogLimits,
  type SessionEvent,
  SessionLog,
} from './session/session-log.js';
export { readCode } from './transcript/index.js';
