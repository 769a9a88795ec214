import { type MimeBundle, mimeBundle, Sheet } from '../../show/index.js';
import type { Model } from './model.js';
import { outputsHtml } from './outputs-html.js';

/** A widget as text and as HTML in its present state, for readers without a front end. */
export function fallbackOf(model: Model): MimeBundle {
  return { 'text/plain': textOf(model), 'text/html': htmlOf(model) };
}

export function textOf(model: Model): string {
  const { row, children } = model;
  const texts = () => children.map(textOf).filter((text) => text !== '');
  switch (row.name) {
    case 'HBox':
      return texts().join(' ');
    case 'VBox':
      return texts().join('\n');
    case 'Output':
      return model.text ?? '';
    case 'HTML':
      return model.text ?? (model.get('value') === '' ? '' : '[HTML]');
    case 'Label':
      return String(model.get('value'));
    case 'Button':
      return `[ ${model.get('description')} ]`;
    default:
      return inputText(model);
  }
}

function inputText(model: Model): string {
  const description = String(model.get('description'));
  return [description === '' ? '' : `${description}:`, `[ ${String(model.get('value') ?? '')} ]`, rangeText(model)]
    .filter((part) => part !== '')
    .join(' ');
}

function rangeText(model: Model): string {
  const options = model.get('options');
  if (Array.isArray(options)) return `(${options.join(', ')})`;
  return model.row.name === 'IntSlider' ? `(${model.get('min')} to ${model.get('max')})` : '';
}

function htmlOf(model: Model): string {
  const { row, children } = model;
  if (row.name === 'HTML') return String(model.get('value'));
  if (row.name === 'Output') return outputsHtml(model.get('outputs'));
  if (children.some(hasMarkup)) return children.map(htmlOf).join('\n');
  const text = textOf(model);
  return text === '' ? '' : String(bundleOf(new Sheet(text.split('\n')))['text/html']);
}

const hasMarkup = ({ row, children }: Model): boolean =>
  row.name === 'HTML' || row.name === 'Output' || children.some(hasMarkup);

/** A value without its own formats. */
export function bundleOf(value: unknown): MimeBundle {
  const bundle = mimeBundle(value);
  return bundle instanceof Promise ? {} : bundle;
}
