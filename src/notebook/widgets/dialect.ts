import type { CommPort } from '../../kernel/index.js';

type Data = Readonly<Record<string, unknown>>;

/** The messages of one version of the widget protocol. */
export interface Dialect {
  /** The module of the controls, and that of their layout. */
  readonly modules: { readonly controls: string; readonly base: string };
  readonly version: string;
  /** The module of the widget that shows outputs of the kernel, if there is one. */
  readonly outputs?: { readonly module: string; readonly version: string };
  /** The metadata of `comm_open`. */
  readonly metadata: Data;
  /** The version of the format of a view. */
  readonly viewVersion: number;
  opened(state: Data): Data;
  updated(state: Data): Data;
  /** Returns what the front end changed, if the message is about that. */
  changesIn(data: Data): unknown;
  /** Whether a label is markup in this front end, so that the kernel must escape it. */
  readonly hasMarkupLabels: boolean;
  /** Whether a view appears beside the outputs of a cell, at a message of its comm, and not as one of the outputs. */
  readonly hasOwnArea: boolean;
  /** The fields that name the selected item of a list. */
  selection(labels: readonly string[], index: number): Data;
}

/** ipywidgets 8, and the default: a front end that does not support it shows the text. */
const CURRENT: Dialect = {
  modules: { controls: '@jupyter-widgets/controls', base: '@jupyter-widgets/base' },
  version: '2.0.0',
  outputs: { module: '@jupyter-widgets/output', version: '1.0.0' },
  metadata: { version: '2.1.0' },
  viewVersion: 2,
  opened: (state) => ({ state, buffer_paths: [] }),
  updated: (state) => ({ method: 'update', state, buffer_paths: [] }),
  changesIn: ({ method, state }) => (method === 'update' ? state : undefined),
  hasMarkupLabels: false,
  hasOwnArea: false,
  selection: (_, index) => ({ index: index < 0 ? null : index }),
};

/** ipywidgets 6, which Debian has for the classic Notebook. */
const CLASSIC: Dialect = {
  modules: { controls: 'jupyter-js-widgets', base: 'jupyter-js-widgets' },
  version: '~2.1.4',
  metadata: {},
  viewVersion: 1,
  opened: (state) => state,
  updated: (state) => ({ method: 'update', state, buffers: [] }),
  changesIn: ({ method, sync_data }) => (method === 'backbone' ? sync_data : undefined),
  hasMarkupLabels: true,
  hasOwnArea: true,
  selection: (labels, index) => ({ value: labels[index] ?? '' }),
};

/** Finds out which protocol the front end supports: that of ipywidgets 6 asks for the version when it connects. */
export class FrontEndDialect {
  #dialect = CURRENT;

  constructor(port: CommPort | undefined) {
    port?.accept('jupyter.widget.version', (comm) => {
      this.#dialect = CLASSIC;
      comm.send({ version: CLASSIC.version });
      return { onMessage: () => comm.close() };
    });
  }

  get current(): Dialect {
    return this.#dialect;
  }
}
