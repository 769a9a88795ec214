// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is code that learners write
const QUESTION = ".output(new FunctionResult('Ask: ${array[0].question}'))";
const FALLBACK = ".fallback_output(new FunctionResult('Closed.'))";
const quiz = (category: string, answers: string) =>
  `agent.define_data_map(new DataMap('ask_quiz').purpose('Ask.')
    .webhook('GET', 'https://api.api-ninjas.com/v1/trivia?category=${category}', { 'X-Api-Key': 'x' })${answers})`;
const tool = (name: string, required: string) => `agent.define_tool({
    name: '${name}', description: 'Ask.', parameters: { x: { type: 'string', description: 'X.' } },
    required: [${required}], handler: () => 'x',
  })`;
const geography = (categories = '') =>
  `await agent.add_skill('trivia', { api_key: 'x', tool_name: 'ask_geography'${categories} })`;

const ROUNDED = '`That is ${Math.round(Number(amount) * (100 + Number(this.params.percent))) / 100} with tax.`';
const FIRST_THOUGHT = '`That is ${Number(amount) * (1 + Number(this.params.percent) / 100)} with tax.`';
const tax = ({ name = 'sales_tax', setup = 'true', bounds = 'min: 0, max: 50', handler = ROUNDED }) =>
  `class SalesTax extends SkillBase {
    static SKILL_NAME = '${name}';
    static SKILL_DESCRIPTION = 'Tax.';
    static PARAMETERS = { percent: { type: 'number' as const, description: 'It.', default: 20, ${bounds} } };
    setup() { return ${setup}; }
    register_tools() {
      this.define_tool({
        name: 'add_tax', description: 'Add it.', parameters: { amount: { type: 'number', description: 'It.' } },
        required: ['amount'], handler: ({ amount }) => ${handler},
      });
    }
  }`;

/** Attempts of a learner at the exercise of a lesson, in order, and the hint that the check prints for each. */
export const TRIED: Readonly<Record<string, readonly (readonly [source: string, says: string])[]>> = {
  '03-control-a-call': [
    [
      "await platform.calling.record(payment.id, { control_id: 'a', record: { audio: {} } })",
      'Almost: record_pause is missing.',
    ],
    ["await platform.calling.record_pause(payment.id, { control_id: 'a' })", 'Almost: record_resume is missing.'],
    ["await platform.calling.record_resume(payment.id, { control_id: 'a' })", 'Almost: record_stop is missing.'],
    [
      "await platform.calling.record_stop(payment.id, { control_id: 'a' })",
      'Almost: listeners do not hear this pause. Set behavior.',
    ],
  ],
  '04-run-a-skill': [
    [geography(), 'Almost: the tool offers artliterature, language, '],
    [geography(", categories: ['music']"), 'Almost: the tool offers music.'],
    [geography(", categories: ['geography']"), 'Right. '],
  ],
  '05-data-maps': [
    [tool('ask_quiz', ''), 'Almost: the tool calls no service.'],
    [quiz('geo', QUESTION + FALLBACK), 'Almost: the address is wrong. The tool calls https://api.api-ninjas.com/'],
    [quiz('geography', QUESTION), 'Almost: the tool has no result if the service fails.'],
    [quiz('geography', FALLBACK), 'Almost: the response has no question:'],
    [
      quiz('geography', QUESTION.replace('question}', 'question} ${array[0].answer}') + FALLBACK),
      'Almost: the response also contains the answer.',
    ],
    [tool('ask_quiz', "'x'"), 'Almost: ask_quiz: x is missing'],
    [quiz('geography', QUESTION + FALLBACK), 'Right. '],
  ],
  '06-write-your-own-skill': [
    [tax({ name: 'tax' }), 'Almost: the skill is called tax, not sales_tax.'],
    [tax({ setup: 'false' }), 'setup() returned false'],
    [tax({ handler: "{ throw new Error('oh') }" }), 'Almost: add_tax failed: oh'],
    [tax({ handler: FIRST_THOUGHT }), 'Almost: 50 with 10 percent is 55.'],
    [tax({ bounds: 'min: 0, max: 300' }), 'Almost: 51 percent is accepted.'],
    [tax({ bounds: 'max: 50' }), 'Almost: -1 percent is accepted.'],
    [tax({ bounds: 'min: 1, max: 50' }), 'Almost: 0 percent is refused'],
    [tax({}), 'Right. '],
  ],
};
