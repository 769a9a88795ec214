/** Returns the problems of headers that cannot be sent. The messages leave out the values, which may be secret. */
export function headerProblems(headers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return [`${JSON.stringify(name.slice(0, 60))} is not a valid header name`];
    const isText = ['string', 'number', 'boolean'].includes(typeof value);
    return isText && /^[\t\x20-\x7e\x80-\xff]*$/.test(String(value))
      ? []
      : [`the value of the header ${name} must be one line of Latin-1 text`];
  });
}
