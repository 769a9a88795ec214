/**
 * Copies the name and the other properties of a built-in function to its replacement. `util.promisify` reads one of
 * them.
 */
export function inPlaceOf<F extends object>(original: F, replacement: (...args: never[]) => unknown): F {
  Object.defineProperties(replacement, Object.getOwnPropertyDescriptors(original));
  // The replacement accepts the same arguments and passes them on.
  return replacement as unknown as F;
}
