/** An error for a file that is not a valid cassette, with the file, the line and the reason. */
export class CassetteError extends Error {
  override readonly name = 'CassetteError';
  constructor(
    readonly file: string,
    readonly line: number | undefined,
    words: string,
    /** The `cause` is a `LimitError` if the file is too large to read. */
    options?: ErrorOptions,
  ) {
    super(plain(`${file}${line === undefined ? '' : `:${line}`}: ${words}`), options);
  }
}

export const NO_OBJECT = 'not an object. Each document of a recording is an object';

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Escapes control characters and invisible characters, so that text from a file is safe to show in a terminal. */
export const plain = (text: string): string =>
  text.replace(UNSEEN, (one) => `\\u{${(one.codePointAt(0) as number).toString(16)}}`);
