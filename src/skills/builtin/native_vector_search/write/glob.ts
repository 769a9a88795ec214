import { linearPattern } from '../../../lib/linear-pattern.js';

/** Whether a path, with slashes, fits a pattern: `*` within a name, `**` over any number of folders, `?` one character. */
export function globMatcher(patterns: readonly string[]): (path: string) => boolean {
  const matchers = patterns.map((pattern) => {
    const expression = expressionOf(pattern);
    // Several `*` on a long name would take JavaScript years.
    return linearPattern(expression) ?? ((path: string) => expression.test(path));
  });
  return (path) => matchers.some((fits) => fits(path));
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
