/** A file that is not a cassette, or not one that can be read: where, and why. */
export class CassetteError extends Error {
  override readonly name = 'CassetteError';
  constructor(
    readonly file: string,
    readonly line: number | undefined,
    words: string,
    /** Carries the `LimitError` of a file that is too large to read. */
    options?: ErrorOptions,
  ) {
    super(plain(`${file}${line === undefined ? '' : `:${line}`}: ${words}`), options);
  }
}

/** Of a document that is none. */
export const NO_OBJECT = 'not an object; a recording has nothing else';

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Words from somebody else's file, fit for a message: what a terminal would obey, or nobody would see, is spelled out. */
export const plain = (text: string): string =>
  text.replace(UNSEEN, (one) => `\\u{${(one.codePointAt(0) as number).toString(16)}}`);
