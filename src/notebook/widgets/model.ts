import type { Comm, CommHandlers, CommPort } from '../../kernel/index.js';
import { markupOf } from '../../show/index.js';
import type { ControlRow } from './control-rows.js';
import { ControlState } from './control-state.js';
import type { FrontEndDialect } from './dialect.js';

type Fields = Readonly<Record<string, unknown>>;

const TARGET = 'jupyter.widget';

/** What the widgets of a notebook share. Without a port, widgets are shown as text. */
export interface Surroundings {
  readonly port: CommPort | undefined;
  readonly dialect: FrontEndDialect;
}

type Listener = (value: unknown, before: unknown) => void | Promise<void>;

/** A control with its state, which the front end shares while it shows the control. */
export class Model {
  readonly row: ControlRow;
  /** The text of a control whose value is markup. */
  text: string | undefined;
  readonly #surroundings: Surroundings;
  readonly #state: ControlState;
  #children: readonly Model[];
  #comm: Comm | undefined;
  #layout: Comm | undefined;
  readonly #onChange: Listener[] = [];
  readonly #onClick: (() => void | Promise<void>)[] = [];
  /** The handlers of one change end before those of the next one start. */
  #handled = Promise.resolve();

  constructor(row: ControlRow, fields: Fields, surroundings: Surroundings, children: readonly Model[] = []) {
    this.row = row;
    this.#state = new ControlState(row, fields);
    this.#surroundings = surroundings;
    this.#children = children;
  }

  get(field: string): unknown {
    return this.#state.get(field);
  }

  set(field: string, value: unknown): void {
    this.#state.set(field, value);
    this.#sendState();
  }

  get children(): readonly Model[] {
    return this.#children;
  }

  set children(children: readonly Model[]) {
    this.#children = children;
    this.#sendState();
  }

  onChange(listener: Listener): void {
    this.#onChange.push(listener);
  }

  onClick(listener: () => void | Promise<void>): void {
    this.#onClick.push(listener);
  }

  /** Opens the control in the front end, and returns the view of it. */
  view(port: CommPort): Fields {
    const { hasOwnArea, viewVersion } = this.#dialect;
    const { id, send } = this.#open(port);
    if (hasOwnArea) send({ method: 'display' });
    return { version_major: viewVersion, version_minor: 0, model_id: id };
  }

  /** Removes the control from the front end. */
  close(): void {
    for (const comm of [this.#comm, this.#layout]) comm?.close();
    this.#comm = undefined;
    this.#layout = undefined;
    for (const child of this.#children) child.close();
  }

  get #dialect() {
    return this.#surroundings.dialect.current;
  }

  #open(port: CommPort): Comm {
    this.#comm ??= this.#openModel(port, () => this.#wholeState(port), {
      onMessage: (data) => this.#receive(data),
      onClose: () => {
        this.#comm = undefined;
      },
    });
    return this.#comm;
  }

  /** Opens a model of the front end. A page that is loaded again asks for its state. */
  #openModel(port: CommPort, state: () => Fields, { onMessage, onClose }: CommHandlers): Comm {
    const { opened, updated, metadata } = this.#dialect;
    const comm = port.open(
      TARGET,
      opened(state()),
      {
        async onMessage(data) {
          if (data.method === 'request_state') comm.send(updated(state()));
          else await onMessage(data);
        },
        ...(onClose && { onClose }),
      },
      metadata,
    );
    return comm;
  }

  #wholeState(port: CommPort): Fields {
    const { outputs, modules } = this.#dialect;
    const { name, isOutput } = this.row;
    const names =
      isOutput && outputs
        ? this.#namesOf(name, outputs.module, outputs.version)
        : this.#namesOf(isOutput ? 'HTML' : name, modules.controls);
    return { ...names, ...this.#sharedState(port) };
  }

  #namesOf(name: string, module: string, version = this.#dialect.version): Fields {
    return {
      ...{ _model_module: module, _model_module_version: version, _model_name: `${name}Model` },
      ...{ _view_module: module, _view_module_version: version, _view_name: `${name}View` },
    };
  }

  #sharedState(port: CommPort): Fields {
    const layout = this.#layoutFor(port);
    return {
      ...this.#state.shared(this.#dialect, markupOf),
      ...(layout && { layout: reference(layout) }),
      ...(this.row.isBox && { children: this.#children.map((child) => reference(child.#open(port))) }),
    };
  }

  /** The front end has the width of a control in a separate model. */
  #layoutFor(port: CommPort): Comm | undefined {
    const width = this.#state.get('width');
    if (width === undefined) return undefined;
    const state = () => ({ ...this.#namesOf('Layout', this.#dialect.modules.base), width });
    this.#layout ??= this.#openModel(port, state, { onMessage() {} });
    return this.#layout;
  }

  #sendState(): void {
    const { port } = this.#surroundings;
    if (port) this.#comm?.send(this.#dialect.updated(this.#sharedState(port)));
  }

  /** Receives a change or a click. Anything else is ignored. */
  async #receive(data: Fields): Promise<void> {
    const { method, content } = data;
    const changes = this.#dialect.changesIn(data);
    if (isObject(changes)) await this.#change(changes);
    else if (method === 'custom' && isObject(content) && content.event === 'click' && !this.get('disabled'))
      await this.#handle(this.#onClick);
  }

  async #change(changes: Fields): Promise<void> {
    if (!this.row.isInput || !('value' in changes || 'index' in changes)) return;
    const before = this.get('value');
    const value = this.#state.received(changes);
    const isRefused = this.get('disabled') || this.#state.problem('value', value) !== undefined;
    if (isRefused) return this.#sendState(); // the front end shows what the kernel has
    if (value === before) return;
    this.#state.set('value', value);
    await this.#handle(this.#onChange.map((listener) => () => listener(value, before)));
  }

  #handle(listeners: readonly (() => void | Promise<void>)[]): Promise<void> {
    this.#handled = this.#handled.then(async () => {
      for (const listener of listeners) await listener();
    });
    return this.#handled;
  }
}

const reference = ({ id }: Comm): string => `IPY_MODEL_${id}`;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
