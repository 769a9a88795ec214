/** Returns the problems of headers that cannot be sent. The messages leave out the values, which may be secret. */
export function headerProblems(headers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return [`${JSON.stringify(name.slice(0, 60))} is no name of a header`];
    const isText = ['string', 'number', 'boolean'].includes(typeof value);
    return isText && /^[\t\x20-\x7e\x80-\xff]*$/.test(String(value))
      ? []
      : [`the header ${name} must be one line of text that a header can hold`];
  });
}
