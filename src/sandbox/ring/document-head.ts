/** Returns the problems of the top level of a SWML document: `version`, `sections` and `sections.main`. */
export function headProblems(document: unknown): string[] {
  const { version, sections } = isRecord(document) ? document : {};
  const problems =
    version === '1.0.0' ? [] : [`version is ${JSON.stringify(version) ?? 'missing'}; it must be "1.0.0"`];
  if (!isRecord(sections)) return [...problems, 'sections is missing'];
  if (!Array.isArray(sections.main)) return [...problems, 'sections.main is missing: it is the start of the call'];
  return problems;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
