import type { DocumentLine } from './document-lines.js';

/** Formats an XML document with the parser of the browser, which runs nothing. Undefined for other texts. */
export function xmlLines(text: string): DocumentLine[] | undefined {
  if (!/^\s*</.test(text)) return undefined;
  const { documentElement } = new DOMParser().parseFromString(text, 'application/xml');
  return documentElement.querySelector('parsererror') || documentElement.localName === 'parsererror'
    ? undefined
    : elementLines(documentElement, '', '');
}

function elementLines(element: Element, path: string, indent: string): DocumentLine[] {
  const attributes = [...element.attributes].map(({ name, value }) => ` ${name}="${value}"`).join('');
  const start = `${indent}<${element.tagName}${attributes}`;
  const at = path === '' ? {} : { path };
  const children = [...element.children];
  if (children.length === 0) {
    const content = (element.textContent ?? '').trim();
    return [{ text: content === '' ? `${start}/>` : `${start}>${content}</${element.tagName}>`, ...at }];
  }
  const inner = children.flatMap((child, index) =>
    elementLines(child, `${path === '' ? '' : `${path}.`}${child.tagName}[${index}]`, `${indent}  `),
  );
  return [{ text: `${start}>`, ...at }, ...inner, { text: `${indent}</${element.tagName}>` }];
}
