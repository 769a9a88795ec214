export type { Ask } from './ask-first.js';
export type { Bench, Outcome, RunOptions } from './bench.js';
export { type BenchOptions, createBench } from './create-bench.js';
export type { Discretion } from './discretion.js';
export type { Mode } from './mode.js';
export { type OpenOptions, openBench } from './open-bench.js';
export { addProfile, chooseProfile, type Profiles, readProfiles, removeProfile } from './profiles.js';
export type { RecordingOptions } from './recording.js';
export { type Exchange, type SessionEvent, SessionLog } from './session-log.js';
