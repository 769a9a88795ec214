import type { ExpressionReader } from './expression.js';
import { isSecretName, mayBeNumber, type Naming } from './names.js';
import { signAt, type Token, type Written } from './tokens.js';

const MAX_NAME_LENGTH = 64;

/** Finds values assigned to the name of a secret: `token: '…'`, `set('x-api-key', '…')`, `setToken('…')`. */
export function* assignedSecrets(tokens: readonly Token[], reader: ExpressionReader): Generator<Written> {
  /** For each open brace: whether the object contains environment variables. */
  const open: boolean[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.kind === 'sign') {
      if (token.text.endsWith('{')) open.push(isEnvironment(tokens, i));
      else if (token.text === '}') open.pop();
      continue;
    }
    if (token.kind === 'number' || token.text.length > MAX_NAME_LENGTH) continue;
    const name = token.text.replace(/^set(?=[A-Z_])/, '');
    if (!isSecretName(name, namingOf(tokens, i, open.at(-1)))) continue;
    const from = valueAt(tokens, i);
    if (from !== undefined) yield* reader.texts(from, { numbers: mayBeNumber(name) });
  }
}

/** Whether a brace starts an object of environment variables: `env: {`, `env = {`, `Object.assign(process.env, {`. */
const isEnvironment = (tokens: readonly Token[], brace: number) =>
  /^[:=,]$/.test(signAt(tokens, brace - 1)) && tokens[brace - 2]?.text === 'env';

/** A variable is `process.env.X`, `env['X']`, `export X=`, `$env:X`, or a key in an object of environment variables. */
function namingOf(tokens: readonly Token[], i: number, isInEnvironment = false): Naming {
  const before = tokens[i - 1];
  const owner = tokens[i - 2]?.text;
  if (before?.kind === 'word' && before.text === 'export') return 'variable';
  if (/^[.[]$/.test(signAt(tokens, i - 1)) && owner === 'env') return 'variable';
  if (signAt(tokens, i - 1) === ':' && owner === '$env') return 'variable';
  if (isInEnvironment && /^[{,\n]$/.test(signAt(tokens, i - 1)) && signAt(tokens, i + 1) === ':') return 'variable';
  return tokens[i]?.kind === 'text' ? 'text' : 'plain';
}

/** A credential can end in the word `SECRET`, and is still a value. A short word after the scheme can be part of a name. */
const IS_CREDENTIAL = /^(?:Bearer|Basic|Token) +\S{6}/i;

/** The index of the first token of the value assigned to the name at `i`. Undefined if nothing is assigned to it. */
function valueAt(tokens: readonly Token[], i: number): number | undefined {
  const name = tokens[i] as Token;
  const sign = (at: number) => signAt(tokens, at);
  let at = i + 1;
  while (/^[\]?!`]$/.test(sign(at)) && !(sign(at) === '!' && sign(at + 1) === '=')) at += 1;
  // Skip to the end of `??=`, `||=` or `&&=`. A comparison or an arrow function assigns nothing.
  while (/^[?|&]$/.test(sign(at))) at += 1;
  if (sign(at) === '=' && (sign(at + 1) === '=' || sign(at + 1) === '>')) return undefined;
  if (sign(at) === ':' || sign(at) === '=') return at + 1;
  if (name.kind === 'text' && sign(at) === ',') return IS_CREDENTIAL.test(name.text) ? undefined : at + 1;
  const isSetter = name.kind === 'word' && /^set[A-Z_]/.test(name.text);
  return isSetter && sign(at) === '(' ? at + 1 : undefined;
}
