export type { CassetteEntry, CassetteHeader } from './format.js';
export { type Cassette, openCassette } from './open.js';
export { type Recorder, type RecorderOptions, recorder } from './record.js';
export { type Replayer, replayer } from './replay.js';
