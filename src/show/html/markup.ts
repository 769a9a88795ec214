import { clean } from '../clean.js';

/** Trusted markup. Any other text is escaped when it is inserted. */
export class Markup {
  constructor(readonly source: string) {}
}

/** A template tag for HTML or SVG. Escapes inserted values, unless they are `Markup` or a list of it. */
export function html(template: TemplateStringsArray, ...values: unknown[]): Markup {
  // Line breaks and indentation of the template are only for readers of the source.
  const fixed = template.map((text) => text.replace(/\n\s*/g, ''));
  return new Markup(fixed.map((text, i) => text + (i < values.length ? source(values[i]) : '')).join(''));
}

/** A text whose words in backticks are code. */
export function prose(text: string): Markup[] {
  return text.split(/`([^`\n]+)`/).map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

function source(value: unknown): string {
  if (value instanceof Markup) return value.source;
  if (Array.isArray(value)) return value.map(source).join('');
  return value === undefined || value === null || value === false ? '' : escaped(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns the markup that shows this text. */
export const escaped = (text: string): string =>
  clean(text).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
