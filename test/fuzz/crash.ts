/** Messages of the engine for what no input may cause. */
const BY_ENGINE =
  /call stack size|Invalid (string|array|typed array) length|Array buffer allocation|^Cannot (read|set|convert|destructure|use|create)|is not (a function|iterable|a constructor|defined)\b|before initialization|malformed/;

/** Whether an error is a mistake in a parser. Every other error is a refusal of the input. */
export const isCrash = (error: unknown): boolean =>
  !(error instanceof Error) ||
  error.name === 'AssertionError' ||
  ((error instanceof RangeError ||
    error instanceof TypeError ||
    error instanceof ReferenceError ||
    error instanceof URIError) &&
    BY_ENGINE.test(error.message));
