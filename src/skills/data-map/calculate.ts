/** The value of an expression of numbers, `+ - * / %` and parentheses; NaN for anything else. Nothing is evaluated. */
export function calculate(text: string): number {
  const words = text.match(/\d+(?:\.\d+)?|[-+*/%()]|\S/g) ?? [];
  let at = 0;
  const sum = (): number => {
    let value = product();
    while (words[at] === '+' || words[at] === '-') value = words[at++] === '+' ? value + product() : value - product();
    return value;
  };
  const product = (): number => {
    let value = factor();
    while (words[at] === '*' || words[at] === '/' || words[at] === '%') {
      const sign = words[at++];
      const right = factor();
      value = sign === '*' ? value * right : sign === '/' ? value / right : value % right;
    }
    return value;
  };
  const factor = (): number => {
    const word = words[at++];
    if (word === '-') return -factor();
    if (word !== '(') return /^\d/.test(word ?? '') ? Number(word) : Number.NaN;
    const value = sum();
    return words[at++] === ')' ? value : Number.NaN;
  };
  const value = sum();
  return at === words.length ? value : Number.NaN;
}
