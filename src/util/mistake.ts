/** Invalid user input. The message is complete, so it is shown without an error name. */
export class Mistake extends Error {
  override readonly name = '';
}
