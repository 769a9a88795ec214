/** Writes a path as the compiler does, with slashes on every system. Node.js accepts both on Windows. */
export const slashed = (path: string): string => path.replaceAll('\\', '/');
