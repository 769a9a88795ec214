import { present } from '../../bench/index.js';
import { Sheet } from '../../show/index.js';
import { Control } from './control.js';
import { CONTROLS } from './control-rows.js';
import { bundleOf } from './fallback.js';
import { Model, type Surroundings } from './model.js';

/** Shows any value as the output of a cell shows it. */
export class ShownValue extends Control {
  readonly #model: Model;

  constructor(surroundings: Surroundings) {
    const model = new Model(CONTROLS.HTML, {}, surroundings);
    super(model, surroundings);
    this.#model = model;
  }

  show(value: unknown): void {
    const bundle = bundleOf(present(value));
    const text = String(bundle['text/plain']);
    const html = bundle['text/html'] ?? bundleOf(new Sheet([{ lines: text.split('\n') }]))['text/html'];
    this.#model.text = text;
    if (this.#model.get('value') !== html) this.#model.set('value', html);
  }

  clear(): void {
    this.#model.text = '';
    if (this.#model.get('value') !== '') this.#model.set('value', '');
  }
}
