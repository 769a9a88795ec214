import { describe, expect, it, vi } from 'vitest';
import { VIEW, widgetKernel } from '../support/widget-kernel.js';

const HOSTILE = '<script>window.ran = 1</script><img src=x onerror=alert(1)>';

describe('a widget in a notebook with ipywidgets 8', () => {
  it('opens its model once, with its state and the version of the protocol', async () => {
    const { run, published, shown } = widgetKernel();
    await run("const slider = widgets.IntSlider({ value: 3, max: 10, description: 'Size' }); slider");
    await run('slider');
    const opened = published().filter(({ type }) => type === 'comm_open');
    expect(opened).toHaveLength(1);
    expect(opened[0]?.metadata).toEqual({ version: '2.1.0' });
    expect(opened[0]?.content.data).toMatchObject({
      state: { _view_name: 'IntSliderView', _model_module: '@jupyter-widgets/controls', value: 3, min: 0, max: 10 },
      buffer_paths: [],
    });
    expect(shown()[VIEW]).toMatchObject({ version_major: 2, model_id: opened[0]?.content.comm_id });
    expect(shown()['text/plain']).toBe('Size: [ 3 ] (0 to 10)');
  });

  it('has the value of the front end in the code, and that of the code in the front end', async () => {
    const { run, find, change, models, shown } = widgetKernel();
    await run('const slider = widgets.IntSlider(); slider');
    const id = find('IntSlider');
    await change(id, { value: 7 });
    await run('slider.value');
    expect(shown()['text/plain']).toBe('7');
    await run('slider.value = 9');
    expect(models().get(id)).toMatchObject({ value: 9 });
  });

  it.each([
    ['a value that is too large', { value: 101 }],
    ['a value of another type', { value: '5' }],
    ['a part of a number', { value: 1.5 }],
    ['a list', { value: [1] }],
  ])('refuses %s, and sends what the kernel has', async (_, state) => {
    const { run, find, change, published, shown } = widgetKernel();
    await run('const slider = widgets.IntSlider({ value: 3 }); slider');
    await change(find('IntSlider'), state);
    expect(published().findLast(({ type }) => type === 'comm_msg')?.content.data).toMatchObject({
      state: { value: 3 },
    });
    await run('slider.value');
    expect(shown()['text/plain']).toBe('3');
  });

  it('ignores changes of other fields, and changes and clicks of a disabled control', async () => {
    const { run, find, change, click, text, models } = widgetKernel();
    await run("const heard = (v) => print('heard', v); const text = widgets.Text({ disabled: true }).on_change(heard)");
    await run('const button = widgets.Button({ disabled: true }).on_click(heard); widgets.VBox([text, button])');
    await change(find('Text'), { value: 'new', _view_name: 'Other' });
    await click(find('Button'));
    await change(find('VBox'), { children: [], value: 1 });
    expect(text()).not.toContain('heard');
    expect(models().get(find('Text'))).toMatchObject({ value: '', _view_name: 'TextView' });
  });

  it('selects an option of a list by its index', async () => {
    const { run, find, change, text, models } = widgetKernel();
    await run(
      "const list = widgets.Dropdown({ options: ['voice', 5, true] }).on_change((v) => print(typeof v, v)); list",
    );
    expect(models().get(find('Dropdown'))).toMatchObject({ _options_labels: ['voice', '5', 'true'], index: 0 });
    await change(find('Dropdown'), { index: 1 });
    await change(find('Dropdown'), { index: 9 });
    expect(text()).toContain('number 5');
    expect(text()).not.toContain('undefined');
  });

  it('is removed by close, and answers a page that asks for its state', async () => {
    const { run, find, send, published } = widgetKernel();
    await run("const label = widgets.Label({ value: 'one', width: '90px' }); label");
    const id = find('Label');
    for (const model of [id, find('Layout')]) {
      const from = published().length;
      await send(model, { method: 'request_state' });
      const answer = published()
        .slice(from)
        .find(({ type }) => type === 'comm_msg');
      expect(answer?.content).toMatchObject({ comm_id: model, data: { state: { _model_module_version: '2.0.0' } } });
    }
    await run('label.close()');
    expect(
      published()
        .filter(({ type }) => type === 'comm_close')
        .map(({ content }) => content.comm_id),
    ).toContain(id);
  });
});

describe('a handler of a widget', () => {
  it('prints and fails in the output of its cell, and the next click works', async () => {
    const { run, find, click, text, published } = widgetKernel();
    await run("const button = widgets.Button().on_click(() => { print('clicked'); throw new Error('broke') }); button");
    await click(find('Button'));
    await click(find('Button'));
    expect(text().match(/clicked\nbroke/g)).toHaveLength(2);
    expect(published().filter(({ type }) => type === 'error')[0]?.parent?.msg_id).toBe('cell');
  });

  it('ends at an interrupt', async () => {
    const { run, find, click, kernel, text } = widgetKernel();
    await run(
      "const button = widgets.Button().on_click(async () => { print('waits'); await new Promise(() => {}) }); button",
    );
    const clicked = click(find('Button'));
    await vi.waitUntil(() => text().includes('waits'), { timeout: 10_000, interval: 5 });
    expect(kernel.interrupt()).toBe(true);
    await clicked;
    expect(text()).toMatch(/interrupt/i);
  });

  it('runs while a cell waits', async () => {
    const { run, find, click, shown, text } = widgetKernel();
    await run('const button = widgets.Button(); button');
    const waits = run("print('waits'); await new Promise((resolve) => button.on_click(() => resolve('done')))");
    await vi.waitUntil(() => text().includes('waits'), { timeout: 10_000, interval: 5 });
    await click(find('Button'));
    await waits;
    expect(shown()['text/plain']).toBe("'done'");
  });
});

describe('a widget in the classic Notebook with ipywidgets 6', () => {
  async function classic(code: string) {
    const made = widgetKernel();
    await made.comm('comm_open', { comm_id: 'version', target_name: 'jupyter.widget.version', data: {} });
    await made.send('version', { validated: true });
    await made.run(code);
    const opened = made.published().filter(({ type }) => type === 'comm_open');
    return { ...made, opened, id: String(opened.at(-1)?.content.comm_id) };
  }

  it('uses its modules, and shows the view at a message and not as an output', async () => {
    const { opened, published, shown, id } = await classic('widgets.IntSlider()');
    expect(opened[0]?.content.data).toMatchObject({
      _model_module: 'jupyter-js-widgets',
      _model_name: 'IntSliderModel',
    });
    expect(
      published().filter(({ content }) => (content.data as { method?: string })?.method === 'display'),
    ).toHaveLength(1);
    expect(shown()).toEqual({ [VIEW]: { version_major: 1, version_minor: 0, model_id: id } });
  });

  it('receives changes, and prints below the widget', async () => {
    const { send, id, sent } = await classic("widgets.Text().on_change((v) => print('now', v))");
    await send(id, { method: 'backbone', sync_data: { value: 'new' } });
    const stream = sent.find((one) => typeof one === 'object' && one.kind === 'stream');
    expect(stream).toMatchObject({ parent: { msg_id: 'page-3' } });
  });

  it('escapes a label, which this front end shows as markup', async () => {
    const { opened } = await classic(`widgets.Text({ description: ${JSON.stringify(HOSTILE)} })`);
    expect(JSON.stringify(opened[0]?.content.data)).not.toContain('<');
  });
});

describe('a widget without a front end', () => {
  const CODE = `widgets.VBox([
    widgets.HBox([widgets.Label({ value: ${JSON.stringify(HOSTILE)} }), widgets.Text({ value: ${JSON.stringify(HOSTILE)} })]),
    widgets.Checkbox({ description: 'Record' }),
    widgets.Dropdown({ description: 'Kind', options: ['voice', 'sms'] }),
    widgets.Button({ description: 'Run' }),
  ])`;

  it('is text in its present state, without markup of its texts and without a message', async () => {
    const { runForProgram, shown, published } = widgetKernel();
    await runForProgram(CODE);
    expect(published().filter(({ type }) => type.startsWith('comm_'))).toEqual([]);
    expect(shown()['text/plain']).toBe(
      `${HOSTILE} [ ${HOSTILE} ]\nRecord: [ false ]\nKind: [ voice ] (voice, sms)\n[ Run ]`,
    );
    expect(shown()['text/html']).not.toContain('<script');
    expect(shown()['text/html']).not.toContain('<img');
    const again = widgetKernel();
    await again.runForProgram(CODE);
    expect(again.shown()).toEqual(shown());
  });

  it('shows HTML as the user wrote it', async () => {
    const { runForProgram, shown } = widgetKernel();
    await runForProgram("widgets.HTML({ value: '<b>5</b>' })");
    expect(shown()).toEqual({ 'text/plain': '[HTML]', 'text/html': '<b>5</b>' });
  });
});

it.each([
  ['widgets.IntSlider({ value: 11, max: 10 })', 'value must be from 0 to 10'],
  ['widgets.IntText({ value: 1.5 })', 'value must be a whole number'],
  ['widgets.Text({ valeu: 1 })', 'unknown option valeu'],
  ["widgets.Text({ width: '5px;color:red' })", 'width must be a CSS length'],
  ['widgets.Text(5)', 'options must be an object'],
  ["widgets.Dropdown({ options: ['1', 1] })", 'options must be a list'],
  ["widgets.Dropdown({ options: ['a'], value: 'b' })", 'value must be one of the options: a'],
  ['widgets.VBox([5])', 'children must be a list of widgets'],
  ['widgets.Button().on_click(5)', 'the handler must be a function'],
  ['widgets.form(() => 1)', 'operation must be a method of platform'],
  ["widgets.call('missing')", 'missing'],
])('%s fails: %s', async (code, message) => {
  const { run, text } = widgetKernel();
  await run(code);
  expect(text()).toContain(message);
});

describe('an output widget', () => {
  const outputs = (state: unknown) => (state as { outputs: readonly Record<string, unknown>[] }).outputs;

  it('shows what code prints and displays, and the cell does not', async () => {
    const { run, models, find, text, shown } = widgetKernel();
    await run('const out = widgets.Output(); out');
    await run("await out.capture(async () => { print('one'); await null; print('two'); display({ a: 1 }); return 7 })");
    expect(shown()['text/plain']).toBe('7');
    expect(text()).toBe('');
    const id = find('Output');
    expect(models().get(id)).toMatchObject({
      ...{
        _model_module: '@jupyter-widgets/output',
        _model_module_version: '1.0.0',
        _view_name: 'OutputView',
        msg_id: '',
      },
      outputs: [
        { output_type: 'stream', name: 'stdout', text: 'one\ntwo\n' },
        { output_type: 'display_data', data: { 'text/plain': '{ a: 1 }' }, metadata: {} },
      ],
    });
    await run("print('below')");
    expect(text()).toBe('below\n');
  });

  it('shows the output of a handler, and passes its error on', async () => {
    const { run, click, find, models, text } = widgetKernel();
    await run(
      "const out = widgets.Output(); const button = widgets.Button().on_click(() => out.capture(() => { print('hi'); throw new Error('no') })); widgets.VBox([button, out])",
    );
    await click(find('Button'));
    expect(text()).toBe('no');
    await run('out.append(new Map([[1, 2]]))');
    expect(outputs(models().get(find('Output')))).toMatchObject([
      { text: 'hi\n' },
      { data: { 'text/plain': 'Map(1) { 1 => 2 }' } },
    ]);
  });

  it('keeps the latest outputs, updates a progress bar in place, and can be cleared', async () => {
    const { run, find, models } = widgetKernel();
    await run('const out = widgets.Output(); out');
    await run(
      "await out.capture(() => { for (let i = 0; i < 500; i++) display(i); const bar = display.progress('Calls', 2); bar.at(1); bar.at(2) })",
    );
    const all = outputs(models().get(find('Output')));
    expect(all).toHaveLength(200);
    expect(JSON.stringify(all.at(-1))).toContain('2 of 2');
    expect(JSON.stringify(all.at(-2))).toContain('499');
    await run('out.clear()');
    expect(outputs(models().get(find('Output')))).toEqual([]);
  });

  it('is text and HTML without a front end, in which text is no markup', async () => {
    const { runForProgram, shown } = widgetKernel();
    await runForProgram(
      `const out = widgets.Output(); await out.capture(() => print(${JSON.stringify(HOSTILE)})); out`,
    );
    expect(shown()['text/plain']).toBe(HOSTILE);
    expect(shown()['text/html']).not.toContain('<script>');
    expect(shown()['text/html']).toContain('&lt;script&gt;');
  });

  it('is an HTML control in a front end without output widgets', async () => {
    const { run, comm, published } = widgetKernel();
    await comm('comm_open', { comm_id: 'version', target_name: 'jupyter.widget.version', data: {} });
    await run(`const out = widgets.Output(); await out.capture(() => print(${JSON.stringify(HOSTILE)})); out`);
    const opened = published().find(({ type }) => type === 'comm_open')?.content.data as Record<string, unknown>;
    expect(opened._model_name).toBe('HTMLModel');
    expect(opened.value).toContain('&lt;script&gt;');
    expect(opened.value).not.toContain('<script>');
  });

  it.each([
    ['widgets.Output({ outputs: [] })', 'unknown option outputs'],
    ['await widgets.Output().capture(1)', 'capture(run): run must be a function'],
  ])('refuses %s', async (code, message) => {
    const { run, text } = widgetKernel();
    await run(code);
    expect(text()).toContain(message);
  });
});
