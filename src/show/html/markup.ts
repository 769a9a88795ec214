import { clean } from '../clean.js';

/** Markup that was made here. Any other text is escaped on its way in. */
export class Markup {
  constructor(readonly source: string) {}
}

/** Writes HTML or SVG: whatever is put into the template is text, unless it is markup itself, or a list of it. */
export function html(template: TemplateStringsArray, ...values: unknown[]): Markup {
  // Line breaks and margins of the template are for those who read it here.
  const fixed = template.map((text) => text.replace(/\n\s*/g, ''));
  return new Markup(fixed.map((text, i) => text + (i < values.length ? source(values[i]) : '')).join(''));
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

const escaped = (text: string) => clean(text).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
