// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is code that learners write
const QUESTION = ".output(new FunctionResult('Ask: ${array[0].question}'))";
const FALLBACK = ".fallback_output(new FunctionResult('Closed.'))";
const quiz = (category: string, answers: string) =>
  `agent.define_data_map(new DataMap('ask_quiz').purpose('Ask.')
    .webhook('GET', 'https://api.api-ninjas.com/v1/trivia?category=${category}', { 'X-Api-Key': 'x' })${answers})`;
const tool = (name: string, required: string, parameters = "x: { type: 'string', description: 'X.' }") =>
  `agent.define_tool({
    name: '${name}', description: 'Ask.', parameters: { ${parameters} },
    required: [${required}], handler: () => 'x',
  })`;
const geography = (categories = '') =>
  `await agent.add_skill('trivia', { api_key: 'x', tool_name: 'ask_geography'${categories} })`;

const ROUNDED = '`That is ${Math.round(Number(amount) * (100 + Number(this.params.percent))) / 100} with tax.`';
const FIRST_THOUGHT = '`That is ${Number(amount) * (1 + Number(this.params.percent) / 100)} with tax.`';
const bind = (helper: string, to: string) => `await platform.phone_numbers.${helper}(afterHours.id, '${to}')`;
const NEW_CALL = "const payment = await platform.calling.dial({ from: desk, to: '+12065550126', url: hello });";
const RECORD = ['', '_pause', '_resume', '_stop'];
const record = (step: string, more = '') =>
  `await platform.calling.record${step}(payment.id, { control_id: 'b'${step === '' ? ', record: { audio: {} }' : ''}${more} });`;
const message = (from: string, body: string) =>
  `await platform.compat.messages.create({ From: '${from}', To: '+12065550144', Body: '${body}' })`;

const DIAL = "{ connect: { to: '+12065550188' } }";
const RECORDED = '{ record: {} }';
const OR_MESSAGE = `${DIAL}, { cond: [{ when: 'connect_result == "connected"', then: [{ hangup: {} }] }] }, ${RECORDED}`;
const BYE = "{ play: 'say:Goodbye.' }";
const pharmacy = (one: string, other: string, before = "{ prompt: { play: 'say:Press 1.' } },") =>
  `{
    const choose = { switch: { variable: 'prompt_value', case: { 1: [${one}] }, default: [${other}] } };
    const contents = { version: '1.0.0', sections: { main: [${before} choose] } };
    const { swml_script: own } = await platform.fabric.swml_scripts.create({ name: 'Pharmacy', contents });
    await platform.phone_numbers.set_swml_webhook(orders.id, own.request_url);
  }`;

const tax = ({
  about = 'Add it.',
  type = 'number',
  name = 'sales_tax',
  setup = 'true',
  bounds = 'min: 0, max: 50',
  handler = ROUNDED,
}) =>
  `class SalesTax extends SkillBase {
    static SKILL_NAME = '${name}';
    static SKILL_DESCRIPTION = 'Tax.';
    static PARAMETERS = { percent: { type: 'number' as const, description: 'It.', default: 20, ${bounds} } };
    setup() { return ${setup}; }
    register_tools() {
      this.define_tool({
        name: 'add_tax', description: '${about}', parameters: { amount: { type: '${type}', description: 'It.' } },
        required: ['amount'], handler: ({ amount }) => ${handler},
      });
    }
  }`;

const expectations = (ann: string, bob: string) => `const expectations = { Ann: [${ann}], Bob: [${bob}], Joe: [] };`;
const NIGHT = '5d1e7b90-2c4f-4b6a-9d83-7e6f5a4b3c21';
const night = (helper: string, to: string) => `await customer.phone_numbers.${helper}('${NIGHT}', '${to}')`;

/** Attempts of a learner at the exercise of a lesson, in order, and the hint that the check prints for each. */
export const TRIED: Readonly<Record<string, readonly (readonly [source: string, says: string])[]>> = {
  '01-first-call': [
    [
      "await platform.calling.dial({ ...order, from: '+12065550101', to: '+15005550101' })",
      'Almost: you called from +1206',
    ],
    ['await platform.calling.dial(order)', 'Almost: you called from +1206'],
    ["await platform.calling.dial({ ...order, to: '+15005550101' })", 'Right. '],
  ],
  '02-bind-a-phone-number': [
    [
      bind('set_cxml_webhook', 'https://example.com/front-desk.json'),
      'Not yet: After hours still has the kind for cXML.',
    ],
    [bind('set_relay_topic', 'night'), 'Almost: relay_topic is another kind. Use set_swml_webhook.'],
    [
      bind('set_swml_webhook', 'https://example.com/hello.json'),
      'Almost: https://example.com/hello.json is another address.',
    ],
    [
      bind('set_swml_webhook', 'http://x.com/front-desk.json'),
      'Almost: http://x.com/front-desk.json is another address.',
    ],
    [bind('set_swml_webhook', 'https://example.com/front-desk.json'), 'Right. '],
    [
      'await platform.phone_numbers.release(afterHours.id)',
      'Almost: After hours does not exist any more. Restart the kernel',
    ],
  ],
  '03-control-a-call': [
    [
      "await platform.calling.record(payment.id, { control_id: 'a', record: { audio: {} } })",
      'Almost: record_pause is missing.',
    ],
    ["await platform.calling.record_pause(payment.id, { control_id: 'a' })", 'Almost: record_resume is missing.'],
    ["await platform.calling.record_resume(payment.id, { control_id: 'a' })", 'Almost: record_stop is missing.'],
    [
      "await platform.calling.record_stop(payment.id, { control_id: 'a' })",
      'Almost: set the behavior silence, and run',
    ],
    [
      `${record('')} ${record('_stop')}`,
      'Almost: run the exercise cell again, with each command once, in this order: record, record_pause,',
    ],
    [`${NEW_CALL} ${RECORD.map((step) => record(step)).join(' ')}`, 'Almost: set the behavior silence'],
    [
      `${NEW_CALL} ${RECORD.map((step) => record(step, step === '_pause' ? ", behavior: 'silence'" : '')).join(' ')}`,
      'Right. ',
    ],
  ],
  '04-run-a-skill': [
    [geography(), 'Almost: the tool offers artliterature, language, '],
    [geography(", categories: ['music']"), 'Almost: the tool offers music.'],
    [geography(", categories: ['geography']"), 'Right. '],
    [
      `await agent.remove_skill('trivia_ask_geography'); ${tool('ask_geography', '')}`,
      'Almost: ask_geography is not from trivia. Restart the kernel',
    ],
  ],
  '05-data-maps': [
    [tool('ask_quiz', '', ''), 'Almost: the tool calls no service.'],
    [tool('ask_quiz', ''), 'Almost: the tool has a parameter.'],
    [
      quiz('geography', QUESTION + FALLBACK).replace("purpose('Ask.')", "purpose('')"),
      'Almost: the model reads only "Runs ask quiz." Add a purpose.',
    ],
    [quiz('geography', QUESTION + FALLBACK).replace("'GET'", "'POST'"), 'Almost: the tool sends POST. Use GET.'],
    [quiz('geo', QUESTION + FALLBACK), 'Almost: the address is wrong. The tool calls https://api.api-ninjas.com/'],
    [
      quiz('geography', QUESTION + FALLBACK).replace(", { 'X-Api-Key': 'x' }", ''),
      'Almost: the request has no header X-Api-Key, so the service refuses it.',
    ],
    [
      quiz('geography', `${QUESTION}.webhook('GET', 'https://example.com/')${QUESTION}${FALLBACK}`),
      'Almost: the tool has two webhooks. Use one.',
    ],
    [quiz('geography', QUESTION), 'Almost: the tool has no result if the service fails.'],
    [
      quiz('geography', `${QUESTION}.fallback_output(new FunctionResult(''))`),
      'Almost: the fallback has no text, so the model reads "Done." Write what it says if the service fails.',
    ],
    [
      quiz('geography', QUESTION + FALLBACK).replace(
        '.webhook',
        `.expression('x', /x/, new FunctionResult('Which?')).webhook`,
      ),
      'Almost: an expression answers before the service is called. Remove it.',
    ],
    [quiz('geography', FALLBACK), 'Almost: use array[0].question.'],
    [
      quiz('geography', QUESTION.replace('question}', 'question} ${array[0].answer}') + FALLBACK),
      'Almost: the response also contains the answer. Remove it.',
    ],
    [
      quiz('geography', QUESTION.replace('question}', 'question} ${lc:array[0].answer}') + FALLBACK),
      'Almost: the response also contains the answer. Remove it.',
    ],
    [
      quiz('geography', QUESTION.replace(/\)$/, ".add_action('say', '${array[0].answer}'))") + FALLBACK),
      'Almost: an action contains the answer. Remove it from there.',
    ],
    [
      quiz('geography', `.output(new FunctionResult('Which river runs through Vienna?'))${FALLBACK}`),
      'Almost: the question is written in the output, so it never changes. Use ${array[0].question} instead.',
    ],
    [quiz('geography', QUESTION.replace('array', 'lc:array') + FALLBACK), 'Right. '],
    [quiz('geography', QUESTION + FALLBACK), 'Right. '],
  ],
  '06-write-your-own-skill': [
    [tax({ name: 'tax' }), 'Almost: the skill is called tax, not sales_tax.'],
    [tax({ setup: 'false' }), 'setup() returned false'],
    [tax({ handler: "{ throw new Error('oh') }" }), 'Almost: add_tax failed: oh'],
    [tax({ about: '' }), 'Almost: the model does not know what the tool is for. Add a description.'],
    [tax({ type: 'string' }), 'Almost: amount is not a number. See parameters.'],
    [tax({ handler: FIRST_THOUGHT }), 'Almost: for 50 and 10 percent, return "That is 55 with tax."'],
    [
      tax({ handler: ROUNDED.replace('.percent)', '.percent || 20)') }),
      'Almost: for 50 and 0 percent, return "That is 50 with tax."',
    ],
    [
      tax({ handler: "'60 55 50 45 23.99'" }),
      'Almost: for 50 and 20 percent, return "That is 60 with tax." You return',
    ],
    [
      tax({ bounds: 'min: 0, max: 50' }).replace("'number' as const", "'integer' as const"),
      'Almost: 12.5 percent is refused',
    ],
    [
      tax({ handler: ROUNDED.replace('.percent)', '.percent ?? 20)') }).replace(' default: 20,', ''),
      'Almost: percent does not declare the default 20.',
    ],
    [tax({ bounds: 'min: 0, max: 300' }), 'Almost: 51 percent is accepted.'],
    [tax({ bounds: 'max: 50' }), 'Almost: -1 percent is accepted.'],
    [tax({ bounds: 'min: 1, max: 50' }), 'Almost: 0 percent is refused'],
    [tax({}), 'Right. '],
  ],
  '07-search-your-documents': [
    [
      "await documents.update(hours.id, { tags: ['night'] })",
      'Almost: update replaces all tags. Send handbook and night.',
    ],
    [
      "await documents.update(stored[1].id, { tags: ['handbook', 'night'] })",
      'Almost: another document has the tag night.',
    ],
    ["await documents.update(stored[1].id, { tags: ['handbook'] })", 'Almost: update replaces all tags.'],
    ["await documents.update(hours.id, { tags: ['handbook', 'night'] })", 'Right. '],
    ['await documents.delete(hours.id)', 'Almost: the document is deleted. Restart the kernel'],
  ],
  '08-the-compat-api': [
    [message('+12065550101', 'Your room is ready.'), 'Almost: the message was sent from +12065550101.'],
    [message('+12065550100', 'Your room'), 'Almost: the text of the message is "Your room". Send another one.'],
    [message('+12065550100', 'Your room is ready.'), 'Right. '],
  ],
  '09-when-a-number-rings': [
    [pharmacy("{ conect: { to: '+12065550188' } }", BYE), 'Almost: main[1].switch.case.1[0]: unknown verb conect.'],
    [pharmacy(DIAL, BYE, ''), 'Almost: no prompt asks the caller for a digit.'],
    [
      "await platform.phone_numbers.set_swml_webhook(orders.id, 'https://example.com/pharm.json')",
      'response status is 404. Create a script first, as in "Bind a document"',
    ],
    [
      pharmacy(OR_MESSAGE, "{ play: 'silence:1' }", "{ prompt: { play: 'say:Goodbye.' } },"),
      'Almost: the prompt does not ask the caller to press 1.',
    ],
    [pharmacy(BYE, BYE), 'Almost: a caller who presses 1 is not connected.'],
    [
      pharmacy(`{ connect: { to: '+12065550199' } }, ${OR_MESSAGE}`, BYE),
      'Almost: if the caller presses 1, main[1].switch.case.1[0] dials +12065550199. Dial only +12065550188.',
    ],
    [
      pharmacy(
        OR_MESSAGE.replace("to: '+12065550188'", "parallel: [{ to: '+12065550188' }, { to: '+12065550199' }]"),
        BYE,
      ),
      'dials +12065550188, +12065550199. Dial only +12065550188.',
    ],
    [
      pharmacy(DIAL, BYE),
      'Almost: if the outcome for the pharmacist is busy, the caller cannot leave a message. Use record.',
    ],
    [
      pharmacy(`${DIAL}, { cond: [{ when: 'connect_failed_reason == "busy"', then: [${RECORDED}] }] }`, BYE),
      'Almost: if the outcome for the pharmacist is no_answer, the caller cannot leave a message.',
    ],
    [pharmacy(`${DIAL}, ${RECORDED}`, BYE), 'Almost: the caller talked with the pharmacist, but must also leave'],
    [pharmacy(OR_MESSAGE, DIAL), 'Almost: a silent caller is connected too.'],
    [pharmacy(`${OR_MESSAGE}], 2: [${DIAL}`, BYE), 'Almost: a caller who presses 2 is connected too.'],
    [pharmacy(OR_MESSAGE, RECORDED), 'Almost: a silent caller is asked for a message.'],
    [pharmacy(OR_MESSAGE, '{ hangup: {} }'), 'Almost: a silent caller hears no goodbye after the prompt.'],
    [pharmacy(OR_MESSAGE, "{ play: 'silence:1' }"), 'Almost: a silent caller hears no goodbye after the prompt.'],
    [
      pharmacy(OR_MESSAGE, '', "{ play: 'say:hi' }, { prompt: { play: 'say:Press 1.' } },").replace(
        ', default: []',
        '',
      ),
      'Almost: a silent caller hears no goodbye after the prompt.',
    ],
    [pharmacy(OR_MESSAGE, BYE), 'Right. '],
  ],
  '10-call-with-a-cast': [
    [expectations("{ hears: 'Please wait' }", "{ meets: 'Joe' }"), 'Almost: "All use the queue cookies" is not found.'],
    [
      expectations("{ hears: 'Hello' }", ''),
      'Almost: the right documents do not meet an expectation. Ann: expected to hear',
    ],
    [
      expectations("{ heard: 'Please wait' }", ''),
      'Almost: the cast: callers.Ann.expect[0] has the unknown field heard.',
    ],
    [
      expectations("{ is_in_queue: 'cakes' }", "{ meets: 'Joe' }"),
      'Almost: "Callers get into the queue without a word"',
    ],
    [expectations("{ hears: 'Please wait' }, { meets: 'Joe' }", ''), 'Almost: "Joe takes only one call" is not found.'],
    ['const expectations = { Ann: [] };', 'Not yet: all lists are empty.'],
    ["const expectations = { Ann: { hears: 'Please wait' } };", 'Almost: the cast: callers.Ann.expect'],
    [expectations("{ hears: 'Please wait' }, { is_in_queue: 'cakes' }", "{ meets: 'Joe' }"), 'Right. '],
  ],
  '11-from-ticket-to-cause': [
    [night('set_cxml_webhook', 'https://example.com/night.json'), 'Not yet: callers still hear nothing.'],
    [night('set_relay_topic', 'night'), 'Almost: relay_topic is another kind.'],
    [
      night('set_swml_webhook', 'https://example.com/day.json'),
      'Almost: https://example.com/day.json is another address.',
    ],
    [night('set_swml_webhook', 'https://example.com/night.json'), 'Right. A caller of the night line hears: '],
    [`await customer.phone_numbers.release('${NIGHT}')`, 'Almost: the number does not exist any more.'],
  ],
};
