import { RECORDING_ACTS } from './recording-acts.js';
import { serve } from './serve.js';
import { TARGETS } from './targets.js';

serve([...TARGETS, ...RECORDING_ACTS]);
