/** A skill could not be loaded; nothing of it is left in the agent. */
export class SkillLoadError extends Error {
  override readonly name = 'SkillLoadError';

  constructor(
    readonly skill: string,
    /** Everything that has to be mended, one sentence each. */
    readonly problems: readonly string[],
    options?: ErrorOptions,
  ) {
    super(`skill "${skill}" was not loaded: ${problems.join('; ')}`, options);
  }
}
