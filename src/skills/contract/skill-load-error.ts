/** A skill could not be loaded. No part of it is left in the agent. */
export class SkillLoadError extends Error {
  override readonly name = 'SkillLoadError';

  constructor(
    readonly skill: string,
    /** The problems to fix, one sentence each. */
    readonly problems: readonly string[],
    options?: ErrorOptions,
  ) {
    super(`skill "${skill}" was not loaded: ${problems.join('; ')}`, options);
  }
}
