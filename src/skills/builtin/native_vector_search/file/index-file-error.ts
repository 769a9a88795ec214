/** Why a `.swsearch` file cannot be used, in words for whoever configured it. */
export class IndexFileError extends Error {
  override readonly name = 'IndexFileError';
}
