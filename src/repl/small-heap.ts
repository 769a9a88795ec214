import { setFlagsFromString } from 'node:v8';

/**
 * Left to itself, the engine lets a small heap grow to four times what is in use before it cleans up. A bench stays open all
 * day, mostly idle: twice is enough, and nobody notices the cleaning.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=100');
