// biome-ignore-all lint/suspicious/noThenProperty: the name on the wire.
import { describe, expect, it } from 'vitest';
import { document, ring, said, served, stored, variables, verbs } from './line.js';

const say = (text: string) => ({ play: { url: `say:${text}` } });

describe('a small document', () => {
  it('without a version runs, with play as a string', async () => {
    const rung = await ring([{ play: 'say:Hello' }]);
    expect(rung).toMatchObject({ problems: [], ended: 'end of the document', outcome: 'ended' });
    expect(said(rung)).toEqual(['play: plays say:Hello']);
  });

  it('continues after a switch without a matching case', async () => {
    const menu = { switch: { variable: 'prompt_value', case: { 1: [say('one')], 2: [say('two')] } } };
    const rung = await ring([{ prompt: { play: 'say:Menu', max_digits: 1 } }, menu, say('last')], { digits: ['9'] });
    expect(said(rung).at(-1)).toBe('play: plays say:last');
    expect(rung.problems).toEqual([expect.stringContaining('relay_script_method_no_matching_condition')]);
  });

  it('takes the case of the digit that was pressed', async () => {
    const menu = { switch: { variable: 'prompt_value', case: { 1: [say('one')], 2: [say('two')] } } };
    const rung = await ring([{ prompt: { play: 'say:Menu' } }, menu], { digits: ['2'] });
    expect(rung.problems).toEqual([]);
    expect(rung.steps.map(({ at }) => at)).toEqual(['main[0]', 'main[1]', 'main[1].switch.case.2[0]']);
    expect(rung.steps[1]?.branch).toBe('case 2');
  });

  it('does not report a jump to a label that is missing', async () => {
    const rung = await ring([{ label: 'menu' }, { goto: { label: 'top' } }]);
    expect(rung.problems.join()).toContain('there is no label top');
    expect(rung.steps.map(({ says }) => says)).toEqual(['label menu', '']);
  });

  it('repeats a prompt as often as goto allows', async () => {
    const rung = await ring([
      { label: 'again' },
      { prompt: { play: 'say:Press a key' } },
      { goto: { label: 'again', when: "prompt_result == 'no_input'", max: 2 } },
      { hangup: {} },
    ]);
    expect(verbs(rung).filter((verb) => verb === 'prompt')).toHaveLength(3);
    expect(rung).toMatchObject({ problems: [], ended: 'hung up (hangup)' });
  });

  it('passes parameters to a section as text, and branches on the value that it returns', async () => {
    const on_return = [{ switch: { variable: 'return_value', case: { 12: [say('text')], 3: [say('number')] } } }];
    const rung = await ring(
      [{ execute: { dest: 'add', params: { a: 1, b: 2 }, on_return } }],
      {},
      {
        add: [{ return: '%{params.a + params.b}' }],
      },
    );
    expect(said(rung).at(-1)).toBe('play: plays say:text');
    expect(rung.problems).toEqual([]);
  });

  it('gives each section its own parameters', async () => {
    const rung = await ring(
      [{ execute: { dest: 'outer', params: { who: 'outer' } } }],
      {},
      {
        outer: [{ execute: { dest: 'inner', params: { who: 'inner' } } }, say('%{params.who}')],
        inner: [say('%{params.who}')],
      },
    );
    expect(said(rung).filter((line) => line.startsWith('play'))).toEqual([
      'play: plays say:inner',
      'play: plays say:outer',
    ]);
  });
});

describe('the variables and the end of a small document', () => {
  it('sets variables in order and keeps their types', async () => {
    const rung = await ring([{ set: { a: 1.5, b: 2, total: '%{a + b}', text: '%{total.toFixed(2)} dollars' } }]);
    expect(variables(rung)).toMatchObject({ total: 3.5, text: '3.50 dollars' });
  });

  it('reads a path, and a length only in parentheses', async () => {
    const rung = await ring([{ set: { items: [1, 2, 3] } }, say('x%{items.length}'), say('x%{(items.length)}')]);
    expect(said(rung).slice(1)).toEqual(['play: plays say:x', 'play: plays say:x3']);
  });

  it('runs on_return before result', async () => {
    const rung = await ring(
      [
        {
          execute: {
            dest: 'sub',
            on_return: [{ set: { seen: 'yes' } }],
            result: [{ when: "seen == 'yes'", then: [say('ok')] }],
          },
        },
      ],
      {},
      { sub: [{ return: 1 }] },
    );
    expect(said(rung).at(-1)).toBe('play: plays say:ok');
  });

  it('jumps out of a branch to a label of its section', async () => {
    const rung = await ring([
      { set: { n: 0 } },
      { label: 'top' },
      { set: { n: '%{n + 1}' } },
      { cond: [{ when: 'n < 3', then: [{ goto: { label: 'top' } }] }, { else: [say('%{n} rounds')] }] },
    ]);
    expect(said(rung).at(-1)).toBe('play: plays say:3 rounds');
    expect(rung.problems).toEqual([]);
  });

  it('ends with the caller', async () => {
    const rung = await ring([{ play: 'silence:60' }, say('never')], { hangup_after: 10 });
    expect(verbs(rung)).toEqual(['play']);
    expect(rung).toMatchObject({ ended: 'the caller hung up after 10 s', outcome: 'ended' });
  });

  it('asks a function for digits, and shows it the prompt', async () => {
    const prompts: string[] = [];
    const rung = await ring([{ prompt: { play: 'say:Code?', max_digits: 4, terminators: '#' } }], {
      digits: (prompt) => {
        prompts.push(prompt.says);
        return '12#';
      },
    });
    expect(prompts).toEqual(['say:Code?']);
    expect(variables(rung)).toMatchObject({
      prompt_value: '12',
      prompt_digit_terminator: '#',
      prompt_result: 'match_digits',
    });
  });
});

describe('documents on a server', () => {
  it('receive the variables, and name sections of their own', async () => {
    const { sandbox, received, close } = await served(({ target }) => ({
      body: JSON.stringify(
        target === '/main'
          ? document([{ set: { who: 'Ann' } }, { transfer: { dest: '/next', params: { n: 1 } } }])
          : document([say('%{vars.who} %{params.n}'), { execute: { dest: 'bye' } }], { bye: [say('Bye')] }),
      ),
    }));
    const rung = await sandbox.ring('+12065550107');
    await close();
    expect(said(rung).at(-1)).toBe('play: plays say:Bye');
    expect(said(rung)).toContain('play: plays say:Ann 1');
    expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({
      vars: { who: 'Ann' },
      params: { n: '1' },
      envs: {},
      call: { call_id: rung.call_id, call_state: 'created' },
    });
  });

  it('may be YAML with any content type', async () => {
    const { sandbox, close } = await served(() => ({
      headers: { 'content-type': 'text/html' },
      body: 'sections:\n  main:\n    - answer\n    - play:\n        url: "say:Hi"\n',
    }));
    const rung = await sandbox.ring('+12065550107');
    await close();
    expect(rung.problems).toEqual([]);
    expect(verbs(rung)).toEqual(['answer', 'play']);
  });

  it('of a request decide about the answer to the call', async () => {
    const crm = { status: 200, body: '{"blocked":true}', headers: { 'content-type': 'application/json' } };
    const { sandbox, url, close } = await served(({ target }) =>
      target === '/crm'
        ? crm
        : {
            body: JSON.stringify(
              document([
                { play: { url: 'ring:us', auto_answer: false } },
                { request: { url: `${url}/crm`, method: 'GET', save_variables: true } },
                {
                  cond: [
                    { when: 'request_response.blocked', then: [{ hangup: { reason: 'busy' } }] },
                    { else: ['answer'] },
                  ],
                },
              ]),
            ),
          },
    );
    const rung = await sandbox.ring('+12065550107');
    await close();
    expect(rung).toMatchObject({ problems: [], outcome: 'busy', ended: 'hung up (busy)' });
    expect(variables(rung)).toMatchObject({ request_result: 'success', request_response_code: 200 });
  });

  it('stop after 32 transfers that lead back', async () => {
    const { sandbox, received, close } = await served(({ target }) => ({
      body: JSON.stringify(document([{ transfer: { dest: target === '/main' ? '/other' : '/main' } }])),
    }));
    const rung = await sandbox.ring('+12065550107');
    await close();
    expect(received).toHaveLength(33);
    expect(rung.problems.join()).toContain('relay_script_too_many_transfers');
  });
});

describe('a dialled call', () => {
  it('runs the document at its URL, with its custom variables, through a transfer', async () => {
    const { sandbox, url, received, close } = await served(({ target }) => ({
      body: JSON.stringify(
        target === '/main'
          ? document([{ transfer: { dest: '/next' } }])
          : document([
              { send_sms: { to_number: '+15035550100', from_number: '+12065550107', body: 'Hi %{envs.name}' } },
              { sleep: -1 },
            ]),
      ),
    }));
    const { calling } = sandbox.client();
    const custom_variables = { name: 'Ann' };
    await calling.dial({ from: '+12065550107', to: '+15035550100', url: `${url}/main`, custom_variables });
    sandbox.clock.advance(2);
    await sandbox.settled();
    sandbox.clock.advance(10);
    await sandbox.settled();
    await close();
    expect(received.map(({ target }) => target)).toEqual(['/main', '/next']);
    expect(JSON.parse(received[0]?.body ?? '').call).toMatchObject({ direction: 'outbound', call_state: 'answered' });
    expect(sandbox.inbox.at(-1)?.text).toBe('Hi Ann');
  });

  it('requests the fallback when its URL fails', async () => {
    const { sandbox, url, received, close } = await served(({ target }) =>
      target === '/main' ? { status: 500 } : { body: JSON.stringify(document([{ hangup: {} }])) },
    );
    const { calling, logs } = sandbox.client();
    const { id } = await calling.dial({
      from: '+12065550107',
      to: '+15035550100',
      url: `${url}/main`,
      fallback_url: `${url}/other`,
    });
    sandbox.clock.advance(2);
    await sandbox.settled();
    await close();
    expect(received.map(({ target }) => target)).toEqual(['/main', '/other']);
    expect(await logs.voice.get(id)).toMatchObject({ status: 'ended' });
  });
});

describe('limits', () => {
  it('run a document of 10,000 steps', async () => {
    const rung = await ring(Array.from({ length: 10_000 }, () => ({ set: { a: 1 } })));
    expect(rung.steps).toHaveLength(10_000);
    expect(rung).toMatchObject({ problems: [], ended: 'end of the document' });
  });

  it('stop a loop', async () => {
    const steps = Array.from({ length: 3000 }, () => ({ set: { a: 1 } }));
    const rung = await ring([{ label: 'a' }, ...steps, { goto: { label: 'a' } }]);
    expect(rung.problems.at(-1)).toContain('more than 10000 steps');
  });

  it('stop a section that executes itself', async () => {
    const rung = await ring([{ execute: { dest: 'main' } }]);
    expect(rung.problems.join()).toContain('relay_script_nested_too_deep');
    expect(rung.ended).toBe('stopped: sections are nested too deep');
  });

  it('refuse a variable that grows without end', async () => {
    const grow = Array.from({ length: 40 }, () => ({ set: { a: ['%{a}', '%{a}'] } }));
    const rung = await ring([{ set: { a: 'x'.repeat(1000) } }, ...grow]);
    expect(rung.problems.join()).toContain('produces more than');
  });

  it('refuse variables that are too large together', async () => {
    const copies = Array.from({ length: 60 }, (_, i) => ({ set: { [`a${i}`]: `%{big}${i}` } }));
    const rung = await ring([{ set: { big: 'x'.repeat(900_000) } }, ...copies]);
    expect(rung.problems.at(-1)).toContain('exceed 32 MB');
  });
});

describe('a run', () => {
  it('survives a snapshot in the middle of a step', async () => {
    const sandbox = await stored([{ sleep: -1 }]);
    const { calling } = sandbox.client();
    const swml = document([
      { play: 'silence:30' },
      { send_sms: { to_number: '+15035550100', from_number: '+12065550107', body: 'Done' } },
      { sleep: -1 },
    ]);
    await calling.dial({ from: '+12065550107', to: '+15035550100', swml });
    sandbox.clock.advance(5);
    const middle = sandbox.snapshot();
    const sent = async () => {
      sandbox.clock.advance(60);
      return (await sandbox.client().logs.messages.list()).data.length;
    };
    expect(await sent()).toBe(1);
    sandbox.restore(middle);
    expect(await sent()).toBe(1);
  });
});

it('takes random numbers from the seed of the sandbox', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text of the document
  const main = [{ set: { n: '${Math.random()}' } }];
  const [one, other] = [variables(await ring(main)).n, variables(await ring(main)).n];
  expect(one).toBeGreaterThanOrEqual(0);
  expect(one).toBeLessThan(1);
  expect(other).toBe(one);
});

it('lets the prompts and the entries of a payment take time', async () => {
  const main = [{ pay: { payment_connector_url: 'https://example.com/', postal_code: false } }, { hangup: {} }];
  const { steps } = await ring(main, { digits: ['4242424242424242#', '1299#', '123#'] });
  expect(steps.at(-1)?.time).toBeGreaterThan(15);
});
