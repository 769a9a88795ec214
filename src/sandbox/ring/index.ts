export { fetchDocument } from './fetch-document.js';
export { type Ring, type RingOptions, type RingStep, ring } from './ring.js';
