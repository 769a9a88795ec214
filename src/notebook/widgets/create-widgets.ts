import type { Bench } from '../../bench/index.js';
import type { CommPort } from '../../kernel/index.js';
import { BoxControl, ButtonControl, Control, InputControl, TextControl } from './control.js';
import { CONTROLS } from './control-rows.js';
import { FrontEndDialect } from './dialect.js';
import { createForm } from './form/form.js';
import { createCall, createRequests } from './live.js';
import { Model, type Surroundings } from './model.js';
import { OutputControl } from './output.js';
import type { Widget, Widgets } from './public-types.js';

interface Host {
  readonly bench: Bench;
  /** The connection to the front end. Without it, widgets are shown as text. */
  readonly port?: CommPort | undefined;
  /** Updates to draw before the cell ends. */
  readonly waiting?: Set<() => void> | undefined;
}

/** Creates the widgets of a notebook. */
export function createWidgets({ bench, port, waiting = new Set() }: Host): Widgets {
  const surroundings: Surroundings = { port, dialect: new FrontEndDialect(port) };
  const model = (name: keyof typeof CONTROLS, options: unknown, children?: readonly Model[]) =>
    new Model(CONTROLS[name], optionsIn(name, options), surroundings, children);
  const input = <T>(name: keyof typeof CONTROLS, options: unknown) =>
    new InputControl<T>(model(name, options), surroundings);
  const text = (name: 'Label' | 'HTML', options: unknown) => new TextControl(model(name, options), surroundings);
  const box = (name: 'HBox' | 'VBox', children: readonly Widget[], options: unknown) =>
    new BoxControl(model(name, options, Control.modelsOf(children)), surroundings, children);
  const widgets: Widgets = {
    IntSlider: (options) => input('IntSlider', options),
    IntText: (options) => input('IntText', options),
    FloatText: (options) => input('FloatText', options),
    Text: (options) => input('Text', options),
    Textarea: (options) => input('Textarea', options),
    Checkbox: (options) => input('Checkbox', options),
    Dropdown: (options) => input('Dropdown', options),
    Button: (options) => new ButtonControl(model('Button', options), surroundings),
    Label: (options) => text('Label', options),
    HTML: (options) => text('HTML', options),
    HBox: (children, options) => box('HBox', children, options),
    VBox: (children, options) => box('VBox', children, options),
    Output: (options) => new OutputControl(model('Output', withoutOutputs(options)), surroundings, waiting),
    form: (operation) => createForm(operation, { bench, surroundings, widgets }),
    requests: () => createRequests({ bench, surroundings, waiting }),
    call: (id) => createCall(id, { bench, surroundings, waiting }),
  };
  return widgets;
}

/** Outputs come from `capture` and `append`. */
function withoutOutputs(options: unknown): unknown {
  if (typeof options === 'object' && options !== null && 'outputs' in options)
    throw new TypeError('widgets.Output: unknown option outputs. Use capture and append');
  return options;
}

function optionsIn(name: string, options: unknown = {}): Readonly<Record<string, unknown>> {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return { ...options };
  throw new TypeError(`widgets.${name}(options): options must be an object, such as { description: 'Size' }`);
}
