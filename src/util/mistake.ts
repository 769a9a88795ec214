/** What was typed cannot be done. The message says all there is to say: it is shown without a kind of error before it. */
export class Mistake extends Error {
  override readonly name = '';
}
