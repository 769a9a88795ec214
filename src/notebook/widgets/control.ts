import { inspect } from 'node:util';
import type { MimeBundle } from '../../show/index.js';
import { fallbackOf, textOf } from './fallback.js';
import type { Model, Surroundings } from './model.js';
import type { Box, Button, Input, ShownText, Widget } from './public-types.js';

export const DISPLAY: unique symbol = Symbol.for('Jupyter.display');
const VIEW = 'application/vnd.jupyter.widget-view+json';

/** What the code of a cell has of a control. */
export class Control implements Widget {
  readonly #model: Model;
  readonly #surroundings: Surroundings;

  constructor(model: Model, surroundings: Surroundings) {
    this.#model = model;
    this.#surroundings = surroundings;
  }

  static modelOf(widget: unknown): Model {
    if (typeof widget === 'object' && widget !== null && #model in widget) return widget.#model;
    throw new TypeError('children must be a list of widgets, such as [widgets.Text()]');
  }

  static modelsOf(widgets: unknown): Model[] {
    return Array.isArray(widgets) ? widgets.map(Control.modelOf) : [Control.modelOf(widgets)];
  }

  /** Returns a handler that runs as a job of the cell that registers it. */
  static job<A extends unknown[]>(control: Control, handler: (...args: A) => unknown): (...args: A) => Promise<void> {
    if (typeof handler !== 'function') throw new TypeError('the handler must be a function');
    const { port, dialect } = control.#surroundings;
    const registered = port?.source;
    return async (...args) => {
      // A classic Notebook has forgotten the cell, and knows the cell of the message.
      const source = dialect.current.hasOwnArea ? port?.source : registered;
      if (port && source) await port.runHandler(source, () => handler(...args));
    };
  }

  close(): void {
    this.#model.close();
  }

  /** The widget where a user can use it, and its state as text elsewhere. */
  [DISPLAY](): MimeBundle {
    const { port, dialect } = this.#surroundings;
    const fallback = fallbackOf(this.#model);
    if (!port?.isNotebook) return fallback;
    const view = { [VIEW]: this.#model.view(port) };
    // The widget appears beside the outputs, where its text would be a second one.
    return dialect.current.hasOwnArea
      ? { 'text/plain': undefined, 'text/html': undefined, ...view }
      : { ...fallback, ...view };
  }

  [inspect.custom](): string {
    return textOf(this.#model);
  }
}

export class InputControl<T> extends Control implements Input<T> {
  readonly #model: Model;

  constructor(model: Model, surroundings: Surroundings) {
    super(model, surroundings);
    this.#model = model;
  }

  get value(): T {
    return this.#model.get('value') as T; // the row of the control accepts no other values
  }

  set value(value: T) {
    this.#model.set('value', value);
  }

  get description(): string {
    return String(this.#model.get('description'));
  }

  set description(text: string) {
    this.#model.set('description', text);
  }

  get disabled(): boolean {
    return this.#model.get('disabled') === true;
  }

  set disabled(isDisabled: boolean) {
    this.#model.set('disabled', isDisabled);
  }

  on_change(handler: (value: T, before: T) => unknown): this {
    const job = Control.job(this, handler);
    this.#model.onChange((value, before) => job(value as T, before as T)); // as for `value`
    return this;
  }
}

export class ButtonControl extends Control implements Button {
  readonly #model: Model;

  constructor(model: Model, surroundings: Surroundings) {
    super(model, surroundings);
    this.#model = model;
  }

  get description(): string {
    return String(this.#model.get('description'));
  }

  set description(text: string) {
    this.#model.set('description', text);
  }

  get disabled(): boolean {
    return this.#model.get('disabled') === true;
  }

  set disabled(isDisabled: boolean) {
    this.#model.set('disabled', isDisabled);
  }

  on_click(handler: () => unknown): this {
    this.#model.onClick(Control.job(this, handler));
    return this;
  }
}

export class TextControl extends Control implements ShownText {
  readonly #model: Model;

  constructor(model: Model, surroundings: Surroundings) {
    super(model, surroundings);
    this.#model = model;
  }

  get value(): string {
    return String(this.#model.get('value'));
  }

  set value(value: string) {
    this.#model.set('value', value);
  }
}

export class BoxControl extends Control implements Box {
  readonly #model: Model;
  #children: readonly Widget[];

  constructor(model: Model, surroundings: Surroundings, children: readonly Widget[]) {
    super(model, surroundings);
    this.#model = model;
    this.#children = children;
  }

  get children(): readonly Widget[] {
    return this.#children;
  }

  set children(children: readonly Widget[]) {
    this.#model.children = Control.modelsOf(children);
    this.#children = children;
  }
}
