export interface Token {
  readonly kind: 'name' | 'literal' | 'number' | 'mark' | 'end';
  readonly text: string;
  readonly at: number;
}

const TOKEN =
  /\s*(?:(?<literal>"[^"]*"|'[^']*')|(?<number>\d+(?:\.\d+)?)|(?<mark>\/\/|::|!=|<=|>=|\.\.|[/|=<>()[\]@.,*+-])|(?<name>[a-zA-Z_][\w.-]*(?::[a-zA-Z_][\w.-]*)?))/y;

export class XPathError extends Error {
  override readonly name = 'XPathError';
}

export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  const text = expression.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const { groups } = TOKEN.exec(text) ?? {};
    const [kind, found] = Object.entries(groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    if (kind === undefined || found === undefined)
      throw new XPathError(`invalid syntax at "${text.slice(at, at + 20)}"`);
    tokens.push({ kind: kind as Token['kind'], text: kind === 'literal' ? found.slice(1, -1) : found, at });
  }
  return [...tokens, { kind: 'end', text: 'the end', at: text.length }];
}
