import { SELF_TEST } from './self-test.js';
import { serve } from './serve.js';

serve([SELF_TEST]);
