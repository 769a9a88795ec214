import { INPUT } from '../compile/instrument.js';

// V8 prints the failed expression with our helpers: `__patchbay_input.resume(...)`.
const HELPER = new RegExp(`${INPUT}\\.\\w+\\(\\.\\.\\.\\)`, 'g');

/** Replaces our helpers in an error message with `(intermediate value)`, because the user did not type them. */
export function withoutHelpers(error: unknown): unknown {
  if (!(error instanceof TypeError) || !error.message.includes(INPUT)) return error;
  const { message, stack } = error;
  error.message = message.replace(HELPER, '(intermediate value)');
  if (stack) error.stack = stack.replace(message, error.message);
  return error;
}
