export { type Ring, type RingOptions, type RingStep, ring } from './ring.js';
