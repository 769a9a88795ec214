import type { ControlRow } from './control-rows.js';
import type { Dialect } from './dialect.js';
import { outputsHtml } from './outputs-html.js';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of one control. A field that is set has been validated. */
export class ControlState {
  readonly #row: ControlRow;
  readonly #fields: Record<string, unknown>;

  constructor(row: ControlRow, given: Fields) {
    this.#row = row;
    const { fields, name } = row;
    const initial = Object.entries(fields).map(([field, { initial }]) => [field, initial]);
    this.#fields = Object.fromEntries(initial.filter(([, value]) => value !== undefined));
    // The value is valid only together with the limits or the options.
    const { value, ...others } = given;
    for (const [field, one] of Object.entries(others)) if (one !== undefined) this.set(field, one);
    const [first] = this.#options;
    if (name === 'Dropdown') this.#fields.value = first;
    if (value !== undefined) this.set('value', value);
    else if (name === 'IntSlider') this.#fields.value = Math.max(Number(this.#fields.value), Number(this.#fields.min));
    const problem = this.problem('value', this.#fields.value);
    if (problem && value === undefined && name !== 'Dropdown') throw new TypeError(`widgets.${name}: ${problem}`);
  }

  get(field: string): unknown {
    return this.#fields[field];
  }

  set(field: string, value: unknown): void {
    const problem = this.problem(field, value);
    if (problem) throw new TypeError(`widgets.${this.#row.name}: ${problem}`);
    this.#fields[field] = value;
  }

  /** Returns why the field cannot have this value. */
  problem(field: string, value: unknown): string | undefined {
    const { name, fields } = this.#row;
    if (name === 'Dropdown' && field === 'value')
      return this.#options.includes(value) ? undefined : `value must be one of the options: ${this.labels.join(', ')}`;
    const declared = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (!declared)
      return field === 'value' ? undefined : `unknown option ${field}. Use ${Object.keys(fields).join(', ')}`;
    if (!declared.accepts(value)) return `${field} ${declared.what}`;
    const { min, max } = this.#fields;
    const isOutside =
      name === 'IntSlider' && field === 'value' && (Number(value) < Number(min) || Number(value) > Number(max));
    return isOutside ? `value must be from ${min} to ${max}` : undefined;
  }

  get #options(): readonly unknown[] {
    const { options } = this.#fields;
    return Array.isArray(options) ? options : [];
  }

  /** The texts of the options of a list. */
  get labels(): readonly string[] {
    return this.#options.map(String);
  }

  /** Returns the value that the front end sends: itself, or an option by its label or its index. */
  received({ value, index }: Fields): unknown {
    if (this.#row.name !== 'Dropdown') return value;
    const position = typeof index === 'number' ? index : this.labels.indexOf(String(value));
    return this.#options[position];
  }

  /** The fields as the front end has them. `markup` makes a text safe where the front end shows it as markup. */
  shared({ selection, hasMarkupLabels, outputs }: Dialect, markup: (text: string) => string): Fields {
    const { width, options, ...fields } = this.#fields;
    const { name, isLabelled, isOutput } = this.#row;
    const isMarkup = hasMarkupLabels && isLabelled;
    const list = name === 'Dropdown' && {
      _options_labels: this.labels,
      ...selection(this.labels, this.#options.indexOf(fields.value)),
    };
    const { value, ...others } = fields;
    if (isOutput) return outputs ? { msg_id: '', ...fields } : { value: outputsHtml(fields.outputs) };
    return {
      ...others,
      ...(isMarkup && { description: markup(String(fields.description)) }),
      ...(list || (value !== undefined && { value })),
    };
  }
}
