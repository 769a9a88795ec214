/** Explains to the user why a `.swsearch` file cannot be used. */
export class IndexFileError extends Error {
  override readonly name = 'IndexFileError';
}
