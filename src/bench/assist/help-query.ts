/** The name that `platform.queues?` asks about; undefined when the input is no question. */
export const questionIn = (source: string): string | undefined =>
  /^\s*([\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*)\s*\?\s*$/u.exec(source)?.[1];
