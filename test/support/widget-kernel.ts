import { createBench, present } from '../../src/bench/index.js';
import type { Content, Request, ToSockets } from '../../src/kernel/wire/messages.js';
import { createDisplay } from '../../src/notebook/display.js';
import { createWidgets } from '../../src/notebook/widgets/create-widgets.js';
import { mimeBundle } from '../../src/show/index.js';
import { kernelWithoutSockets } from './kernel-without-sockets.js';

export const VIEW = 'application/vnd.jupyter.widget-view+json';

type Published = Extract<ToSockets, { kind: 'publish' }>;
type State = Readonly<Record<string, unknown>>;

/** A kernel with widgets, and a front end that changes and clicks them. */
export function widgetKernel() {
  const bench = createBench();
  const { kernel, sent, run, deliver } = kernelWithoutSockets(bench);
  const waiting = new Set<() => void>();
  const widgets = createWidgets({ bench, port: kernel.commPort, waiting });
  const display = createDisplay(
    (value, place) => {
      const transient = place ? { display_id: place.id } : {};
      kernel.frontEnd.display({ data: mimeBundle(present(value)), metadata: {}, transient }, place?.isTaken);
    },
    { waiting },
  );
  const runAndDraw = async (content: Content) => {
    await run('cell', { stop_on_error: false, ...content });
    for (const draw of waiting) draw();
  };
  // Node.js prints to the terminal of the test; a kernel process prints below the cell.
  const print = (...values: unknown[]) => kernel.frontEnd.printHere('stdout', `${values.join(' ')}\n`);
  bench.define({ widgets, display, print });
  let messages = 0;
  const published = () =>
    sent.flatMap((one): Published[] => (typeof one === 'object' && one.kind === 'publish' ? [one] : []));
  const comm = (msg_type: string, content: Content) => {
    const header = { msg_id: `page-${++messages}`, msg_type };
    return deliver({ channel: 'shell', ids: [], header, content } as unknown as Request);
  };
  const send = (comm_id: string, data: Content) => comm('comm_msg', { comm_id, data });
  /** The models of the front end by their id, in their latest state. */
  const models = () => {
    const states = new Map<string, State>();
    for (const { type, content } of published()) {
      const { state } = (content.data ?? {}) as { state?: State };
      const id = String(content.comm_id);
      if (type.startsWith('comm_') && state) states.set(id, { ...states.get(id), ...state });
    }
    return states;
  };
  /** The id of the only model with this name and these fields. */
  const find = (name: string, fields: State = {}) => {
    const found = [...models()].filter(
      ([, state]) =>
        state._model_name === `${name}Model` && Object.entries(fields).every(([key, value]) => state[key] === value),
    );
    if (found.length !== 1) throw new Error(`${found.length} models ${name} have ${JSON.stringify(fields)}`);
    return found[0]?.[0] as string;
  };
  return {
    ...{ bench, kernel, sent, widgets, published, models, find, comm, send },
    /** Runs a cell for a user. */
    run: (code: string) => runAndDraw({ code, allow_stdin: true }),
    /** Runs a cell for a program, such as nbconvert. */
    runForProgram: (code: string) => runAndDraw({ code, allow_stdin: false }),
    change: (id: string, state: State) => send(id, { method: 'update', state }),
    click: (id: string) => send(id, { method: 'custom', content: { event: 'click' } }),
    /** The texts of streams and errors. */
    text: () => sent.map((one) => (typeof one === 'string' ? one : textOf(one))).join(''),
    /** The latest display or result of a cell. */
    shown: () =>
      published().findLast(({ type }) => type === 'display_data' || type === 'execute_result')?.content.data as State,
  };
}

const textOf = (one: Exclude<ToSockets, string>): string =>
  one.kind === 'publish' && one.type === 'error' ? String(one.content.evalue) : '';
