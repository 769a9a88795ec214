/** Emitted on `process`, in the asynchronous context of what is about to be terminated: whose it is can be asked only then. */
export const ENDING = 'patchbay:ending';
