/** Whether a path, with slashes, fits a pattern: `*` within a name, `**` over any number of folders, `?` one character. */
export function globMatcher(patterns: readonly string[]): (path: string) => boolean {
  const expressions = patterns.map(expressionOf);
  return (path) => expressions.some((expression) => expression.test(path));
}

function expressionOf(pattern: string): RegExp {
  const parts = pattern.replaceAll('\\', '/').match(/\*\*\/|\/\*\*$|\*+|\?|[^*?]+?(?=\/\*\*$|\*|\?|$)/g) ?? [];
  const source = parts.map((part) => {
    if (part === '**/') return '(?:[^/]+/)*';
    if (part === '/**') return '(?:/.*)?';
    if (part.startsWith('*')) return part === '*' ? '[^/]*' : '.*';
    return part === '?' ? '[^/]' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`, 'u');
}
