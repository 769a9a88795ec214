/** Returns a document in the call language of the platform with these steps. */
export function swml(...main: readonly unknown[]): Record<string, unknown> {
  return { version: '1.0.0', sections: { main } };
}

/** Removes missing fields, because the platform treats null as a value. */
export function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
