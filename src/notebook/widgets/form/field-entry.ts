import { fieldDescription } from '../../../assist/index.js';
import { Sheet } from '../../../show/index.js';
import { attempt } from '../../../util/index.js';
import type { Surroundings } from '../model.js';
import type { Input, Widget, Widgets } from '../public-types.js';
import { ShownValue } from '../shown-value.js';
import { choicesOf, type FormField } from './form-fields.js';

/** The value of an entry, the name of the variable that has it, or why the text is not a value. */
export type Entered =
  | { readonly value: unknown }
  | { readonly variable: string }
  | { readonly problem: string }
  | undefined;

const WIDTHS = { name: '170px', input: '240px', help: '420px' };
const CHOICES_OF_FLAG = ['', 'true', 'false'];
const MAX_HELP = 60;

/** The row of a form for one field: its name, its control, its description and its error. */
export class FieldEntry {
  readonly form: FormField;
  readonly widget: Widget;
  readonly #input: Input<string>;
  readonly #error: ShownValue;

  constructor(form: FormField, widgets: Widgets, surroundings: Surroundings) {
    this.form = form;
    this.#input = inputFor(form, widgets);
    this.#error = new ShownValue(surroundings);
    const { name, field, isNeeded, entry } = form;
    const help = entry === 'variable' ? 'the name of a variable with the value' : fieldDescription(field, isNeeded);
    this.widget = widgets.VBox([
      widgets.HBox([
        widgets.Label({ value: isNeeded ? `${name} *` : name, width: WIDTHS.name }),
        this.#input,
        widgets.Label({ value: shortened(help), width: WIDTHS.help }),
      ]),
      this.#error,
    ]);
  }

  /** Calls the listener when the user changes the value. */
  onChange(listener: () => void): void {
    this.#input.on_change(listener);
  }

  /** Shows an error below the field, or removes it. */
  setError(message: string | undefined): void {
    if (message === undefined) this.#error.clear();
    else this.#error.show(new Sheet([message], true));
  }

  get entered(): Entered {
    const { entry, field, isArgument } = this.form;
    const text = this.#input.value;
    if (text.trim() === '') return undefined;
    switch (entry) {
      case 'number':
        return Number.isFinite(Number(text)) ? { value: Number(text) } : { problem: 'must be a number' };
      case 'flag':
        return { value: text === 'true' };
      case 'choice':
        return { value: choicesOf(field).find((one) => String(one) === text) };
      case 'data':
        return dataIn(text);
      case 'variable':
        return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text.trim())
          ? { variable: text.trim() }
          : { problem: 'must be the name of a variable, such as secret' };
      default:
        return { value: isArgument ? text.trim() : text };
    }
  }
}

function inputFor({ entry, field }: FormField, widgets: Widgets): Input<string> {
  const width = WIDTHS.input;
  if (entry === 'choice') return widgets.Dropdown({ options: ['', ...choicesOf(field).map(String)], width });
  if (entry === 'flag') return widgets.Dropdown({ options: CHOICES_OF_FLAG, width });
  if (entry === 'lines' || entry === 'data')
    return widgets.Textarea({ width, placeholder: entry === 'data' ? 'JSON' : '' });
  return widgets.Text({ width, placeholder: choicesOf(field).slice(0, 3).join(', ') });
}

function dataIn(text: string): Entered {
  const parsed = attempt(() => ({ value: JSON.parse(text) as unknown }));
  return parsed ?? { problem: 'must be JSON, such as { "name": "Ada" } or ["one", "two"]' };
}

const shortened = (text: string): string => (text.length > MAX_HELP ? `${text.slice(0, MAX_HELP - 1)}…` : text);
