import { bool, choice, list, text, whole } from '../verbs/parameters.js';

/** The URL of a document that is requested at once. */
export const url = (doc: string) => text({ doc, form: 'document' });
/** The URL of a callback, which is sent later: it becomes absolute when its step runs. */
export const callback = (doc: string) => text({ doc, relative: true });
export const method = (doc = 'The HTTP method.') => choice(['GET', 'POST'], { default: 'POST', doc });
export const flag = (value: boolean, doc: string, more: { ignored?: true; lacks?: string } = {}) =>
  bool({ default: value, doc, ...more });
export const loop = whole({ default: 1, min: 0, doc: 'The number of times; 0 repeats until the call ends.' });
export const words = <const V extends string>(values: readonly V[], doc: string) => list(choice(values), { doc });
export const content = (doc: string) => text({ required: true, doc });

/** The status callback of a called leg. */
export const legCallback = {
  statusCallback: callback('Receives the status of the called leg.'),
  statusCallbackMethod: method(),
  statusCallbackEvent: words(['initiated', 'ringing', 'answered', 'completed'], 'The events that are reported.'),
} as const;

/** The status callback of a recording. */
export const recordingCallback = {
  recordingStatusCallback: callback('Receives the status of the recording.'),
  recordingStatusCallbackMethod: method(),
  recordingStatusCallbackEvent: words(['in-progress', 'completed', 'absent', 'failed'], 'Default completed.'),
} as const;

/** Your own storage of recordings, which the sandbox does not use. */
export const storageUrl = text({ doc: 'Your own storage.', lacks: 'nothing is uploaded' });
export const storageMethod = choice(['POST', 'PUT'], {
  default: 'POST',
  doc: 'The method for your own storage.',
  ignored: true,
});
