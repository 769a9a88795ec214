export { typedInputs } from './inputs.js';
export { readCode } from './read.js';
export { transcriptAs } from './write.js';
