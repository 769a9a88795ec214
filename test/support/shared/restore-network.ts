import { afterAll } from 'vitest';
import { enforceEgress } from '../../../src/http/index.js';

// A bench sets the policy of its process: the next file starts with that of a process without a bench.
// Vitest calls this before the `afterAll` of `unchanged.ts`, which is set up earlier.
afterAll(() => enforceEgress('open'));
