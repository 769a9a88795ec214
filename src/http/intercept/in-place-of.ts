/** Gives a replacement the name and the other properties of a built-in function: `util.promisify` reads one of them. */
export function inPlaceOf<F extends object>(original: F, replacement: (...args: never[]) => unknown): F {
  Object.defineProperties(replacement, Object.getOwnPropertyDescriptors(original));
  // It takes the same arguments and hands them on.
  return replacement as unknown as F;
}
