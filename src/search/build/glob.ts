import { linearPattern } from '../../util/index.js';

/**
 * Returns a matcher for glob patterns on paths with forward slashes: `*` matches within a name, `**` any number of
 * folders, `?` one character.
 */
export function globMatcher(patterns: readonly string[]): (path: string) => boolean {
  const matchers = patterns.map((pattern) => {
    const expression = expressionOf(pattern);
    // A backtracking RegExp with several `*` is extremely slow on a long name.
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
