import type { Token } from '../tokens.js';

export interface LocalNames {
  /** The names that the source itself declares and that are visible at its end, the innermost first. */
  readonly names: readonly string[];
  /** Whether the end of the source is a place for a new name: after `const`, or in a pattern such as `let { id, `. */
  readonly isDeclaring: boolean;
}

interface Scope {
  readonly isParenthesis: boolean;
  /** Whether the bracket is a pattern after `const`, `let` or `var`. */
  readonly isPattern: boolean;
  readonly declared: Set<string>;
  /** The parameters of an arrow function without a block. They end with the argument. */
  readonly parameters: Set<string>;
  /** The names in the bracket that become names of a scope, if the bracket is a pattern or a list of parameters. */
  readonly bindable: string[];
  readonly lead: string | undefined;
}

const DECLARING = new Set(['const', 'let', 'var', 'function', 'class']);
const PATTERN_LEADS = new Set(['const', 'let', 'var']);
/** Words before parentheses that contain no parameters. */
const CONDITIONS = new Set(['if', 'while', 'switch', 'with']);

/** Finds the variables and parameters that unfinished code declares, such as `row` in `rows.map((row) => row.`. */
export function localNames(tokens: readonly Token[], text: string): LocalNames {
  const scopes: Scope[] = [openScope({ isParenthesis: false, isPattern: false })];
  // The parameters of the block that follows.
  let ahead: readonly string[] = [];
  const bind = (names: readonly string[], arrowAt: number) => {
    if (isMark(tokens[arrowAt + 2], '{')) ahead = names;
    else for (const name of names) scopes.at(-1)?.parameters.add(name);
  };
  for (const [index, token] of tokens.entries()) {
    const scope = scopes.at(-1) as Scope; // the outermost scope is never closed
    const previous = tokens[index - 1];
    if (token.kind === 'name') {
      if (previous?.kind === 'name' && DECLARING.has(previous.text)) scope.declared.add(token.text);
      if (isArrow(tokens, index + 1)) bind([token.text], index + 1);
      const isKey = !scope.isParenthesis && isMark(tokens[index + 1], ':');
      if (!isKey && !isMark(previous, '.')) scope.bindable.push(token.text);
    } else if (token.kind !== 'mark') continue;
    else if (/^[([{]$/.test(token.text)) {
      const isNested = scope.isPattern && !isMark(previous, '=');
      scopes.push(
        openScope({
          isParenthesis: token.text === '(',
          isPattern: token.text !== '(' && (isNested || PATTERN_LEADS.has(previous?.text ?? '')),
          declared: token.text === '{' ? ahead : [],
          lead: previous?.text,
        }),
      );
      ahead = [];
    } else if (/^[)\]}]$/.test(token.text)) {
      if (scopes.length === 1) continue;
      scopes.pop();
      const outer = scopes.at(-1) as Scope;
      if (scope.isPattern && !outer.isPattern) for (const name of scope.bindable) outer.declared.add(name);
      if (!scope.isParenthesis) outer.bindable.push(...scope.bindable);
      else if (isArrow(tokens, index + 1)) bind(scope.bindable, index + 1);
      else if (isMark(tokens[index + 1], '{'))
        ahead = CONDITIONS.has(scope.lead ?? '') ? [] : scope.lead === 'for' ? [...scope.declared] : scope.bindable;
    } else if (token.text === ',' || token.text === ';') scope.parameters.clear();
  }
  const last = scopes.at(-1) as Scope;
  const outer = scopes.at(-2);
  const begun = nameInItsOwnValue(tokens, text);
  const names = scopes
    .reverse()
    .flatMap(({ declared, parameters }) => [...parameters, ...declared])
    .filter((name) => name !== begun);
  return {
    names: [...new Set(names)],
    isDeclaring:
      last.isPattern ||
      // `map(({ na`: parentheses that are not those of a call contain parameters.
      (outer?.isParenthesis === true && !last.isParenthesis && /^(?:[(,=]|async)$/.test(outer.lead ?? '')) ||
      (tokens.at(-1)?.kind === 'name' && DECLARING.has(tokens.at(-1)?.text ?? '')),
  };
}

/** Returns the variable whose value is being written outside of a function, such as `own` after `const own = { a: `. */
function nameInItsOwnValue(tokens: readonly Token[], text: string): string | undefined {
  const at = tokens.findLastIndex((token) => token.kind === 'name' && PATTERN_LEADS.has(token.text));
  const name = tokens[at + 1];
  if (at < 0 || name?.kind !== 'name') return undefined;
  const value = tokens.slice(at + 2);
  const isInFunction = value.some((token, index) => isArrow(value, index) || token.text === 'function');
  return isInFunction || hasEnded(value, text) ? undefined : name.text;
}

/** Whether a statement ends in these tokens: at a semicolon, or at the end of a line after a value. */
function hasEnded(tokens: readonly Token[], text: string): boolean {
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0 && (isMark(token, ';') || (token.kind === 'name' && startsStatement(text, token.at)))) return true;
    if (token.kind === 'mark' && /^[([{]$/.test(token.text)) depth++;
    if (token.kind === 'mark' && /^[)\]}]$/.test(token.text)) depth--;
    // The head of a loop is complete.
    if (depth < 0) return true;
  }
  return depth <= 0 && startsStatement(text, text.length);
}

/** Whether a new line begins here, after the end of a value. Reads back from here only: the text can be long. */
function startsStatement(text: string, at: number): boolean {
  const before = text.slice(0, at).trimEnd();
  if (!text.slice(before.length, at).includes('\n')) return false;
  return /[\w$)\]}'"`]/.test(before.slice(-1)) && !/\b(?:await|new|typeof|void|in|of|as)$/.test(before.slice(-10));
}

function openScope(scope: {
  isParenthesis: boolean;
  isPattern: boolean;
  declared?: readonly string[];
  lead?: string | undefined;
}): Scope {
  const { isParenthesis, isPattern, declared = [], lead } = scope;
  return { isParenthesis, isPattern, declared: new Set(declared), parameters: new Set(), bindable: [], lead };
}

const isMark = (token: Token | undefined, text: string) => token?.kind === 'mark' && token.text === text;
const isArrow = (tokens: readonly Token[], at: number) => isMark(tokens[at], '=') && isMark(tokens[at + 1], '>');
