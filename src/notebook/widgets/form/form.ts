import type { Bench } from '../../../bench/index.js';
import { PlatformRestError, problemsOf } from '../../../client/index.js';
import { Sheet } from '../../../show/index.js';
import { asCode, isInstance } from '../../../util/index.js';
import { BoxControl, Control } from '../control.js';
import { CONTROLS } from '../control-rows.js';
import { Model, type Surroundings } from '../model.js';
import type { Button, Form, Widgets } from '../public-types.js';
import { ShownValue } from '../shown-value.js';
import { FieldEntry } from './field-entry.js';
import { formFields, type Operation, operationOf } from './form-fields.js';

interface Around {
  readonly bench: Bench;
  readonly surroundings: Surroundings;
  readonly widgets: Widgets;
}

/** Creates a form for an operation from its row. */
export function createForm(method: unknown, around: Around): Form {
  return new OperationForm(operationOf(method, around.bench.globals.platform), around);
}

class OperationForm extends BoxControl implements Form {
  readonly #operation: Operation;
  readonly #around: Around;
  readonly #entries: readonly FieldEntry[];
  readonly #code: ShownValue;
  readonly #result: ShownValue;
  readonly #button: Button;
  readonly #waiting = new Set<(value: unknown) => void>();

  constructor(operation: Operation, around: Around) {
    const { name, row } = operation;
    const { surroundings, widgets } = around;
    const title = new ShownValue(surroundings);
    title.show(new Sheet([{ title: `platform.${name}` }, row.help, ...(row.deprecated ? [row.deprecated] : [])]));
    const entries = formFields(row).map((form) => new FieldEntry(form, widgets, surroundings));
    const [code, result] = [new ShownValue(surroundings), new ShownValue(surroundings)];
    const button = widgets.Button({ description: 'Run' });
    const children = [title, ...entries.map(({ widget }) => widget), code, button, result];
    super(new Model(CONTROLS.VBox, {}, surroundings, Control.modelsOf(children)), surroundings, children);
    this.#operation = operation;
    this.#around = around;
    this.#entries = entries;
    this.#code = code;
    this.#result = result;
    this.#button = button;
    button.on_click(() => this.#run());
    for (const entry of entries) entry.onChange(() => this.#showCode());
    this.#showCode();
  }

  get code(): string {
    const { name, row } = this.#operation;
    const variables = new Map<string, string>();
    const fields: Record<string, unknown> = {};
    const words: string[] = [];
    for (const { form, entered } of this.#entries) {
      const value = entered && 'value' in entered ? entered.value : undefined;
      if (form.isArgument) words.push(asCode(value ?? ''));
      else if (value !== undefined) fields[form.name] = value;
      else if (entered && 'variable' in entered) {
        variables.set(form.name, entered.variable);
        fields[form.name] = entered.variable;
      }
    }
    const body = asCode(fields, (path) => (path.length === 1 ? variables.get(String(path[0])) : undefined));
    return `await platform.${name}(${[...words, ...(row.free ? [body] : [])].join(', ')})`;
  }

  result(): Promise<unknown> {
    const { port } = this.#around.surroundings;
    if (!port?.isNotebook)
      return Promise.reject(new Error('form.result() waits for a user; run the cell in a notebook with widgets'));
    return new Promise((resolve) => {
      this.#waiting.add((value) => {
        port.setNextInput(this.code);
        resolve(value);
      });
    });
  }

  #showCode(): void {
    this.#code.show(new Sheet([{ lines: [this.code], of: 'TypeScript' }]));
  }

  async #run(): Promise<void> {
    const { bench } = this.#around;
    this.#result.clear();
    if (this.#showProblems(this.#problems())) return;
    this.#button.disabled = true;
    try {
      const value = await bench.evaluate(this.code);
      // A cell that waits shows the value as its result.
      if (this.#waiting.size === 0) this.#result.show(value);
      for (const resolve of this.#waiting) resolve(value);
      this.#waiting.clear();
    } catch (error) {
      this.#showFailure(error);
    } finally {
      this.#button.disabled = false;
    }
  }

  /** The problems of the fields, each with the name of its field. */
  #problems(): { readonly at: string; readonly message: string }[] {
    const fields: Record<string, unknown> = {};
    const found = this.#entries.flatMap(({ form: { name, isArgument, isNeeded }, entered }) => {
      if (entered === undefined) return isArgument && isNeeded ? [{ at: name, message: 'is required' }] : [];
      if ('problem' in entered) return [{ at: name, message: entered.problem }];
      const variable = 'variable' in entered ? this.#around.bench.scope.peek(entered.variable) : undefined;
      if ('variable' in entered && !variable)
        return [{ at: name, message: `no variable has the name ${entered.variable}` }];
      if (!isArgument) fields[name] = 'value' in entered ? entered.value : (variable?.value ?? name);
      return [];
    });
    const named = new Set(found.map(({ at }) => at));
    return [...found, ...problemsOf(this.#operation.row, fields).filter(({ at }) => !named.has(at))];
  }

  /** Shows each problem at its field, and the others below the form. Returns whether there are any. */
  #showProblems(problems: readonly { readonly at: string; readonly message: string }[]): boolean {
    const left = new Set(problems);
    for (const entry of this.#entries) {
      const own = problems.filter(({ at }) => fieldAt(at) === entry.form.name);
      for (const one of own) left.delete(one);
      entry.setError(own.length > 0 ? own.map(({ at, message }) => `${at} ${message}`).join('\n') : undefined);
    }
    if (left.size > 0)
      this.#result.show(
        new Sheet(
          [...left].map(({ at, message }) => `${at} ${message}`),
          true,
        ),
      );
    return problems.length > 0;
  }

  #showFailure(error: unknown): void {
    const errors = isInstance<PlatformRestError>(error, PlatformRestError) ? error.errors : [];
    const ofFields = errors.flatMap(({ attribute, message }) => (attribute ? [{ at: attribute, message }] : []));
    this.#showProblems(ofFields);
    this.#result.show(error);
  }
}

const fieldAt = (path: string): string => path.split(/[.[]/, 1)[0] ?? '';
