import { INPUT } from '../compile/instrument.js';

// `__patchbay_input.resume(...)`: how the engine writes the expression that failed, our helpers in it.
const HELPER = new RegExp(`${INPUT}\\.\\w+\\(\\.\\.\\.\\)`, 'g');

/** An error of an input names what was typed, not what the input was rewritten to. */
export function withoutHelpers(error: unknown): unknown {
  if (!(error instanceof TypeError) || !error.message.includes(INPUT)) return error;
  const { message, stack } = error;
  error.message = message.replace(HELPER, '(intermediate value)');
  if (stack) error.stack = stack.replace(message, error.message);
  return error;
}
