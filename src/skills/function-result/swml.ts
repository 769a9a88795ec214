/** A document of the platform's call language with these steps. */
export function swml(...main: readonly unknown[]): Record<string, unknown> {
  return { version: '1.0.0', sections: { main } };
}

/** Without what was left out: the platform takes a null for a value. */
export function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
