import { describe, expect, it } from 'vitest';
import { InfoGatherer } from '../../src/skills/builtin/info_gatherer.js';
import { Agent, FunctionResult } from '../../src/skills/index.js';

const QUESTIONS = [
  { key_name: 'name', question_text: 'What is your name?' },
  { key_name: 'phone', question_text: 'What is your number?', confirm: true, prompt_add: 'With its area code.' },
  { key_name: 'city', question_text: 'Where do you live?' },
];

type Data = Record<string, unknown>;

/** A call as the platform holds it: its data change by what the tools answer. */
async function callWith(params: Record<string, unknown> = {}, call_id: string | undefined = 'call-1') {
  const agent = new Agent({ env: {} });
  await agent.add_skill('info_gatherer', { questions: QUESTIONS, ...params });
  const call = {
    agent,
    data: agent.global_data as Data,
    request: () => ({ ...(call_id && { call_id }), global_data: structuredClone(call.data) }),
    apply(result: FunctionResult) {
      for (const { set_global_data } of result.action) call.data = { ...call.data, ...(set_global_data as Data) };
      return result;
    },
    async ask(tool: string, args: Data = {}) {
      return call.apply(await agent.call_tool(tool, args, call.request()));
    },
  };
  return call;
}

const KEY = 'skill:info_gatherer_info_gatherer';
const answersOf = (data: Data, key = KEY) => (data[key] as { answers: unknown }).answers;

describe('a list of questions', () => {
  it('is asked in order, and the answers are stored in the global data', async () => {
    const call = await callWith({ completion_message: 'Done, thanks.' });
    expect((await call.ask('start_questions')).response).toBe('Ask the user question 1 of 3: What is your name?');
    expect((await call.ask('submit_answer', { answer: ' Ann ' })).response).toBe(
      'Ask the user question 2 of 3: What is your number?\nNote: With its area code.\nRead the answer back. When the user confirms it, submit it with confirmed_by_user true.',
    );
    await call.ask('submit_answer', { answer: '+15550100', confirmed_by_user: true });
    const last = await call.ask('submit_answer', { answer: 'Oslo' });
    expect(last.to_dict()).toEqual({
      response: 'Done, thanks.',
      action: [
        {
          toggle_functions: [
            { function: 'start_questions', active: false },
            { function: 'submit_answer', active: false },
          ],
        },
        {
          set_global_data: {
            [KEY]: {
              version: 3,
              question_index: 3,
              answers: [
                { key_name: 'name', answer: 'Ann' },
                { key_name: 'phone', answer: '+15550100' },
                { key_name: 'city', answer: 'Oslo' },
              ],
            },
          },
        },
      ],
    });
  });

  it('continues after the last answer, and ends', async () => {
    const call = await callWith();
    await call.ask('submit_answer', { answer: 'Ann' });
    expect((await call.ask('start_questions')).response).toContain('question 2 of 3');
    await call.ask('submit_answer', { answer: '1', confirmed_by_user: true });
    await call.ask('submit_answer', { answer: 'Oslo' });
    expect((await call.ask('start_questions')).response).toBe('All questions are answered. No questions are left.');
    const after = await call.ask('submit_answer', { answer: 'more' });
    expect(after.to_dict()).toEqual({ response: 'The answer was not stored. All questions are already answered.' });
  });

  it.each([
    [{ answer: '  ' }, 'because it is empty'],
    [{ answer: 'x'.repeat(2001) }, 'more than 2000 characters'],
  ])('rejects an empty or long answer: %#', async (args, reason) => {
    const call = await callWith();
    const result = await call.ask('submit_answer', args);
    expect([result.response, result.action]).toEqual([expect.stringContaining(reason), []]);
  });

  it('stores an answer with confirm only after the user confirmed it', async () => {
    const call = await callWith({ questions: [QUESTIONS[1]] });
    for (const args of [{ answer: '1' }, { answer: '1', confirmed_by_user: false }]) {
      const result = await call.ask('submit_answer', args);
      expect([result.response, result.action]).toEqual([expect.stringContaining('confirmed_by_user true'), []]);
    }
    expect(Object.keys(call.agent.tools[1]?.parameters.properties ?? {})).toEqual(['answer', 'confirmed_by_user']);
    await call.ask('submit_answer', { answer: '1', confirmed_by_user: true });
    expect(answersOf(call.data)).toEqual([{ key_name: 'phone', answer: '1' }]);
  });
});

describe('concurrent answers', () => {
  const TWO = [QUESTIONS[0], QUESTIONS[2]];

  it('are all stored in order, whichever result takes effect last', async () => {
    for (const order of [(results: FunctionResult[]) => results, (results: FunctionResult[]) => results.reverse()]) {
      const call = await callWith({ questions: [...TWO, { key_name: 'end', question_text: 'Anything else?' }] });
      const { agent } = call;
      const request = call.request();
      const both = ['Ann', 'Oslo'].map((answer) => agent.call_tool('submit_answer', { answer }, request));
      order(await Promise.all(both)).forEach(call.apply);
      await call.ask('submit_answer', { answer: 'no' });
      expect(answersOf(call.data)).toEqual([
        { key_name: 'name', answer: 'Ann' },
        { key_name: 'city', answer: 'Oslo' },
        { key_name: 'end', answer: 'no' },
      ]);
    }
  });

  it('are stored once if the same request arrives twice', async () => {
    const call = await callWith({ questions: TWO });
    const request = call.request();
    const [one, again] = await Promise.all(
      [1, 2].map(() => call.agent.call_tool('submit_answer', { answer: 'Ann' }, request)),
    );
    expect(again?.to_dict()).toEqual(one?.to_dict());
    expect(again?.response).toContain('question 2 of 2');
  });

  it('are stored once if other answers arrive in between', async () => {
    const call = await callWith({ questions: [...TWO, { key_name: 'end', question_text: 'Anything else?' }] });
    const request = call.request();
    const submit = (answer: string) => call.agent.call_tool('submit_answer', { answer }, request);
    await submit('Ann');
    const smith = await submit('Smith');
    expect((await submit('Smith')).to_dict()).toEqual(smith.to_dict());
  });

  it('are stored for their own call', async () => {
    const { agent, data: global_data } = await callWith({ questions: TWO });
    const submit = (call_id: string, answer: string) =>
      agent.call_tool('submit_answer', { answer }, { call_id, global_data });
    const [ann, bob] = await Promise.all([submit('a', 'Ann'), submit('b', 'Bob')]);
    expect(answersOf((ann?.action[0]?.set_global_data ?? {}) as Data)).toEqual([{ key_name: 'name', answer: 'Ann' }]);
    expect(answersOf((bob?.action[0]?.set_global_data ?? {}) as Data)).toEqual([{ key_name: 'name', answer: 'Bob' }]);
  });

  it('use limited memory: the oldest call is discarded first', async () => {
    const { agent, data: global_data } = await callWith({ questions: TWO });
    const submit = async (call: number, answer: string) => {
      const result = await agent.call_tool('submit_answer', { answer }, { call_id: `call-${call}`, global_data });
      return answersOf((result.action.at(-1)?.set_global_data ?? {}) as Data);
    };
    for (let call = 0; call < 1001; call++) await submit(call, 'Ann');
    expect(await submit(1000, 'Oslo')).toHaveLength(2);
    expect(await submit(0, 'Oslo')).toHaveLength(1);
  });
});

describe('restart', () => {
  it('discards the answers permanently', async () => {
    const call = await callWith();
    const old = call.request();
    await call.ask('submit_answer', { answer: 'Ann' });
    const restarted = await call.ask('start_questions', { restart: true });
    expect(restarted.response).toContain('question 1 of 3');
    expect(answersOf(call.data)).toEqual([]);
    await call.ask('submit_answer', { answer: 'Bob' });
    expect(answersOf(call.data)).toEqual([{ key_name: 'name', answer: 'Bob' }]);
    // Earlier data of the call does not restore the answers.
    call.apply(await call.agent.call_tool('submit_answer', { answer: '5', confirmed_by_user: true }, old));
    expect(answersOf(call.data)).toEqual([
      { key_name: 'name', answer: 'Bob' },
      { key_name: 'phone', answer: '5' },
    ]);
  });

  it('is available to programs, even after the last question', async () => {
    const agent = new Agent({ env: {} });
    const skill = new InfoGatherer(agent, { questions: [QUESTIONS[0]], prefix: 'intake' });
    const data = { version: 1, question_index: 1, answers: [{ key_name: 'name', answer: 'Ann' }] };
    const result = skill.reset(new FunctionResult('Again.'), { global_data: { [skill.namespace]: data } });
    expect(result.to_dict()).toEqual({
      response: 'Again.',
      action: [
        {
          toggle_functions: [
            { function: 'intake_start_questions', active: true },
            { function: 'intake_submit_answer', active: true },
          ],
        },
        { set_global_data: { 'skill:info_gatherer_intake': { version: 2, question_index: 0, answers: [] } } },
      ],
    });
  });

  it('happens automatically if a call with a known id starts with no data', async () => {
    const call = await callWith();
    const begun = call.request();
    await call.ask('submit_answer', { answer: 'Ann' });
    expect((await call.agent.call_tool('start_questions', {}, begun)).response).toContain('question 1 of 3');
    const { action } = await call.agent.call_tool('submit_answer', { answer: 'Bob' }, begun);
    expect(answersOf(action[0]?.set_global_data as Data)).toEqual([{ key_name: 'name', answer: 'Bob' }]);
  });
});

describe('global data in another form', () => {
  const stored = { version: 1, question_index: 1, answers: [{ key_name: 'name', answer: 'Ann' }] };

  it('is used without a version', async () => {
    const call = await callWith();
    call.data = { [KEY]: { question_index: 1, answers: stored.answers } };
    expect((await call.ask('start_questions')).response).toContain('question 2 of 3');
  });

  it.each([
    null,
    'text',
    [],
    { ...stored, version: -1 },
    { ...stored, question_index: 1.5 },
    { ...stored, question_index: 2 },
    { ...stored, question_index: 1e308 },
    { ...stored, answers: { length: 1 } },
    { ...stored, answers: [null] },
    { ...stored, answers: [{ key_name: 'other', answer: 'Ann' }] },
    { ...stored, answers: [{ key_name: 'name', answer: {} }] },
    { version: 9, question_index: 9, answers: Array.from({ length: 9 }, () => stored.answers[0]) },
  ])('is ignored: %j', async (data) => {
    const call = await callWith();
    call.data = { [KEY]: data };
    expect((await call.ask('start_questions')).response).toContain('question 1 of 3');
    expect((await call.agent.call_tool('start_questions', {}, { global_data: 5 })).response).toContain(
      'question 1 of 3',
    );
  });
});

it('supports several lists, by prefix or by tool name', async () => {
  const call = await callWith({ prefix: 'intake', questions: [QUESTIONS[0]] });
  await call.agent.add_skill('info_gatherer', { prefix: 'survey', questions: [QUESTIONS[2]] });
  await call.agent.add_skill('info_gatherer', { tool_name: 'third', questions: [QUESTIONS[1]] });
  expect(call.agent.list_skills()).toEqual(['info_gatherer_intake', 'info_gatherer_survey', 'info_gatherer_third']);
  call.data = call.agent.global_data;
  await call.ask('survey_submit_answer', { answer: 'Oslo' });
  await call.ask('intake_submit_answer', { answer: 'Ann' });
  await call.ask('third_submit_answer', { answer: '5', confirmed_by_user: true });
  expect(call.data).toEqual({
    'skill:info_gatherer_intake': { version: 1, question_index: 1, answers: [{ key_name: 'name', answer: 'Ann' }] },
    'skill:info_gatherer_survey': { version: 1, question_index: 1, answers: [{ key_name: 'city', answer: 'Oslo' }] },
    'skill:info_gatherer_third': { version: 1, question_index: 1, answers: [{ key_name: 'phone', answer: '5' }] },
  });
  expect(call.agent.prompt_sections.map(({ title }) => title)).toEqual([
    'Questions to ask (info_gatherer_intake)',
    'Questions to ask (info_gatherer_survey)',
    'Questions to ask (info_gatherer_third)',
  ]);
});

it('names the loaded instance if a second one has the same key', async () => {
  const { agent } = await callWith();
  await expect(agent.add_skill('info_gatherer', { questions: QUESTIONS })).rejects.toThrow('is already loaded');
  await expect(agent.add_skill('info_gatherer', { questions: QUESTIONS, prefix: 'a', tool_name: 'b' })).resolves.toBe(
    'info_gatherer_b',
  );
  await expect(agent.add_skill('info_gatherer', { questions: QUESTIONS, prefix: 'a' })).rejects.toThrow(
    'the tool a_start_questions is already defined by the skill info_gatherer_b',
  );
});

describe('invalid questions', () => {
  it.each([
    ['questions is required', undefined],
    ['questions must be an array', {}],
    ['questions must contain at least one question', []],
    ['questions[0] must be an object', ['What?']],
    ['questions[1].key_name is required', [QUESTIONS[0], { question_text: 'What?' }]],
    ['questions[0].question_text is required', [{ key_name: 'a', question_text: ' ' }]],
    ['questions[0].confirm must be a boolean', [{ key_name: 'a', question_text: 'What?', confirm: 'yes' }]],
    ['questions[1].key_name repeats the key name', [QUESTIONS[0], QUESTIONS[0]]],
  ])('are rejected: %s', async (problem, questions) => {
    await expect(new Agent({ env: {} }).add_skill('info_gatherer', { questions })).rejects.toThrow(problem);
  });

  it('are rejected with an invalid prefix', async () => {
    await expect(callWith({ prefix: 'my list' })).rejects.toThrow(
      'prefix must consist of letters, digits and _, and start with no digit, got "my list"',
    );
  });
});

it.each([
  [{ prefix: 'order' }, { prefix: 'order' }, 'Give this instance another prefix'],
  [
    { prefix: 'order', tool_name: 'one' },
    { prefix: 'order', tool_name: 'two' },
    'the tool order_start_questions is already defined by the skill info_gatherer_one. Give one of them another tool_name or prefix',
  ],
])('explains how to load two lists: %j and %j', async (one, other, advice) => {
  const questions = [{ key_name: 'name', question_text: 'Your name?' }];
  const agent = new Agent({ env: {} });
  await agent.add_skill('info_gatherer', { questions, ...one });
  await expect(agent.add_skill('info_gatherer', { questions, ...other })).rejects.toThrow(advice);
  await agent.close();
});
