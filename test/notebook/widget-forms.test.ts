import { parse } from 'acorn';
import { describe, expect, it, vi } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { operations, walkRows } from '../../src/client/index.js';
import { createWidgets } from '../../src/notebook/widgets/create-widgets.js';
import { formFields } from '../../src/notebook/widgets/form/form-fields.js';
import { isCredentialName } from '../../src/redact/index.js';
import { widgetKernel } from '../support/widget-kernel.js';

describe('the form of an operation', () => {
  it('exists for each operation, with the required fields first and code that can be parsed', () => {
    const bench = createBench();
    const widgets = createWidgets({ bench });
    const wrong = [...walkRows(operations)].filter(([name, row]) => {
      const method = name.split('.').reduce((at: unknown, key) => Object(at)[key], bench.globals.platform);
      const { code } = widgets.form(method as () => unknown);
      parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
      const order = formFields(row).map(({ isNeeded }) => isNeeded);
      return (
        !code.startsWith(`await platform.${name}(`) ||
        (order.lastIndexOf(true) > order.indexOf(false) && order.includes(false))
      );
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  it('asks for the variable of a secret, and for nothing else', () => {
    const fields = [...walkRows(operations)].flatMap(([, row]) => formFields(row));
    const secrets = fields.filter(({ name, isArgument }) => isCredentialName(name) && !isArgument);
    expect(secrets.length).toBeGreaterThan(0);
    expect(secrets.filter(({ entry }) => entry !== 'variable')).toEqual([]);
  });

  it('offers the values of an enumeration and of a boolean', () => {
    const entries = new Map(formFields(operations.phone_numbers.update).map((one) => [one.name, one.entry]));
    expect(entries.get('call_handler')).toBe('choice');
    expect(entries.get('name')).toBe('text');
    const flags = [...walkRows(operations)]
      .flatMap(([, row]) => formFields(row))
      .filter(({ field }) => field.kind === 'bool');
    expect(new Set(flags.map(({ entry }) => entry))).toEqual(new Set(['flag']));
  });

  it('is text without a front end, and does not wait for a user there', async () => {
    const { runForProgram, shown, text } = widgetKernel();
    await runForProgram('widgets.form(platform.queues.create)');
    expect(shown()['text/plain']).toMatch(
      /^platform\.queues\.create\nCreate a queue\.\nname \[ {2}\] string\nmax_size \[ {2}\]/,
    );
    expect(shown()['text/plain']).toContain('await platform.queues.create({})');
    await runForProgram('await widgets.form(platform.queues.create).result()');
    expect(text()).toContain('form.result() waits for a user');
  });
});

describe('a form that a user fills in', () => {
  async function filled(values: readonly unknown[], code = 'const form = widgets.form(platform.queues.create); form') {
    const made = widgetKernel();
    await made.run(code);
    const inputs = [...made.models()].filter(([, { _model_name: name }]) => name === 'TextModel').map(([id]) => id);
    for (const [index, value] of values.entries()) await made.change(inputs[index] as string, { value });
    const run = () => made.click(made.find('Button'));
    const markup = () => [...made.models().values()].map(({ value }) => value).join('\n');
    return { ...made, runForm: run, markup };
  }

  it('shows the code, runs it, and shows the response', async () => {
    const { runForm, markup, run, shown } = await filled(["it's <b>support</b>", '5']);
    expect(markup()).toContain(
      'await platform.queues.create({ name: &#39;it\\&#39;s &lt;b&gt;support&lt;/b&gt;&#39;, max_size: 5 })',
    );
    await runForm();
    expect(markup()).toContain('friendly_name');
    await run('(await platform.queues.list()).data.map((one) => one.friendly_name).join()');
    expect(shown()['text/plain']).toContain("it's <b>support</b>");
  });

  it('shows the error of a field below the field, and sends nothing', async () => {
    const { runForm, markup, bench, change, models } = await filled(['support', '0']);
    const before = bench.log.events.filter(({ kind }) => kind === 'http').length;
    await runForm();
    expect(markup()).toContain('max_size must be 1 or more');
    expect(bench.log.events.filter(({ kind }) => kind === 'http')).toHaveLength(before);
    const [, size] = [...models()].filter(([, { _model_name: name }]) => name === 'TextModel').map(([id]) => id);
    await change(size as string, { value: 'many' });
    await runForm();
    expect(markup()).toContain('max_size must be a number');
  });

  it('gives the response to a cell that waits, which adds a cell with the code', async () => {
    const { run, runForm, sent, change, models, text } = await filled([]);
    const waits = run("print('waits'); (await form.result()).friendly_name");
    await vi.waitUntil(() => text().includes('waits'), { timeout: 10_000, interval: 5 });
    const [name] = [...models()].filter(([, { _model_name: one }]) => one === 'TextModel').map(([id]) => id);
    await change(name as string, { value: 'overflow' });
    await runForm();
    await waits;
    const reply = sent.findLast((one) => typeof one === 'object' && one.kind === 'reply');
    expect(reply).toMatchObject({
      content: { payload: [{ source: 'set_next_input', text: "await platform.queues.create({ name: 'overflow' })" }] },
    });
  });

  it('sends the value of the variable, and has only its name', async () => {
    const secret = 'correct-horse-battery';
    const made = await filled(
      [],
      `const hidden = '${secret}'; const form = widgets.form(platform.fabric.subscribers.create); form`,
    );
    const labels = formFields(operations.fabric.subscribers.create).map(({ name }) => name);
    const boxes = [...made.models()].filter(([, { _model_name: name }]) => name === 'TextModel').map(([id]) => id);
    const texts = formFields(operations.fabric.subscribers.create).filter(({ entry }) =>
      ['text', 'number', 'variable'].includes(entry),
    );
    expect(labels).toContain('password');
    for (const [index, { name }] of texts.entries()) {
      if (name === 'password') await made.change(boxes[index] as string, { value: 'hidden' });
      if (name === 'email') await made.change(boxes[index] as string, { value: 'ada@example.com' });
    }
    await made.runForm();
    expect(made.markup()).toContain('password: hidden');
    expect(JSON.stringify([...made.models()])).not.toContain(secret);
    const http = made.bench.log.events.find(({ kind }) => kind === 'http');
    expect(http).toMatchObject({ exchange: { method: 'POST' } });
  });
});

describe('a list of requests and a timeline', () => {
  it('show the requests of later cells, at most once for each cell', async () => {
    const { run, models, find, published } = widgetKernel();
    await run('const log = widgets.requests(); log');
    const id = find('HTML');
    const from = published().length;
    await run('for (let i = 0; i < 200; i++) await platform.queues.list()');
    await run('log');
    expect(String(models().get(id)?.value).match(/GET/g)).toHaveLength(50);
    expect(
      published()
        .slice(from)
        .filter(({ type }) => type === 'comm_msg').length,
    ).toBeLessThan(20);
  });

  it('show what happened in a call, and the same text in each run', async () => {
    const texts = await Promise.all(
      [1, 2].map(async () => {
        const { runForProgram, shown } = widgetKernel();
        await runForProgram(
          "const { call_id } = await sandbox.ring('+12065550100'); widgets.VBox([widgets.call(call_id), widgets.requests()])",
        );
        return shown();
      }),
    );
    expect(texts[0]?.['text/html']).toContain('calls +12065550100');
    expect(texts[0]).toEqual(texts[1]);
  });
});
