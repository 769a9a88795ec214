import type { CheerioAPI } from 'cheerio';
import { exceeded } from '../../util/index.js';
import { PageError } from '../fetch/fetch-page.js';
import { inOneLine, textOf } from '../html/html-text.js';
import { type HtmlNode, parseHtml, treeOf } from '../html/parse-html.js';
import { compileXPath } from './xpath/index.js';

export type Selected = string | string[] | null;

export interface Field {
  readonly name: string;
  readonly select: ($: CheerioAPI) => string[];
}

export async function compileSelectors(
  selectors: Readonly<Record<string, unknown>>,
): Promise<{ fields: Field[]; problems: string[] }> {
  const fields: Field[] = [];
  const problems: string[] = [];
  for (const [name, selector] of Object.entries(selectors)) {
    try {
      if (typeof selector !== 'string' || selector.trim() === '') throw new Error('it must be a string');
      // A CSS selector never starts with a function call, as `count(//a)` does.
      const isXPath = /^(\.?[/(]|[a-z-]+\()/.test(selector.trim());
      fields.push({ name, select: isXPath ? byXPath(selector.trim()) : await byCss(selector.trim()) });
    } catch (error) {
      problems.push(`the selector of ${name} is invalid: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { fields, problems };
}

export function selectFields($: CheerioAPI, fields: readonly Field[]): Record<string, Selected> {
  return Object.fromEntries(fields.map((field) => [field.name, selected($, field)]));
}

function selected($: CheerioAPI, { name, select }: Field): Selected {
  try {
    const texts = select($)
      .map(inOneLine)
      .filter((text) => text !== '');
    return texts.length > 1 ? texts : (texts[0] ?? null);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new PageError(`the selector of ${name} failed: ${why}`, undefined, { cause });
  }
}

function byXPath(expression: string): Field['select'] {
  const evaluate = compileXPath(expression);
  return ($) => evaluate(treeOf($));
}

/** The parser needs quadratic time for some selectors. */
const MAX_CSS_LENGTH = 1000;

/** Compiles a CSS selector. It supports the extensions `::text` and `::attr(name)` of other tools. */
async function byCss(selector: string): Promise<Field['select']> {
  if (selector.length > MAX_CSS_LENGTH)
    throw exceeded(
      'The CSS selector',
      MAX_CSS_LENGTH,
      'characters',
      'Select with several shorter selectors.',
      selector.length,
    );
  const [, css = '', attribute] = /^(.*?)(?:::text|::attr\(\s*([\w:-]+)\s*\))?$/s.exec(selector) ?? [];
  (await parseHtml('')).root().find(css); // throws for an invalid selector
  return ($) => {
    const elements = elementsIn(treeOf($), css);
    // Filter the elements, because a search below the root first compares each of its children with all others.
    const found = $(elements as never)
      .filter(css)
      .toArray() as HtmlNode[];
    return found.map((one) => (attribute ? (one.attribs?.[attribute.toLowerCase()] ?? '') : textOf(one)));
  };
}

/** Selectors whose cost grows with the siblings of each element, and with its descendants. */
const LOOKS_ACROSS = /[~+]|:(nth|only|last)-/;
const LOOKS_BELOW = /:(has|contains|icontains)\(/;
/** An untrusted page determines how far a selector has to search, so the work is limited. */
const MAX_STEPS = 20_000_000;

/** Returns all elements in document order. Throws if the selector needs too many steps on this page. */
function elementsIn(tree: HtmlNode, css: string): HtmlNode[] {
  const [across, below] = [LOOKS_ACROSS.test(css), LOOKS_BELOW.test(css)];
  const elements: HtmlNode[] = [];
  let steps = 0;
  const walk = (node: HtmlNode, depth: number) => {
    const { attribs, children = [], data = '' } = node;
    if (attribs) elements.push(node);
    steps += (across ? children.length ** 2 / 2 : 0) + (below ? depth * (1 + data.length / 8) : 0);
    for (const child of children) walk(child, depth + 1);
  };
  walk(tree, 0);
  if (steps > MAX_STEPS) throw new Error('it takes too many steps on this page');
  return elements;
}
