/** Returns the name in a help query such as `platform.queues?`, or undefined when the input is not a help query. */
export const questionIn = (source: string): string | undefined =>
  /^\s*([\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*)\s*\?\s*$/u.exec(source)?.[1];
