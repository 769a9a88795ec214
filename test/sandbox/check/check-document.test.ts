// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of documents
// biome-ignore-all lint/suspicious/noThenProperty: the name on the wire
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { checkDocument } from '../../../src/sandbox/check/load-check.js';

/** The problems with their places. The text has a mark `‸` where each one is expected. */
async function expectProblems(marked: string, expected: readonly (string | RegExp)[]): Promise<void> {
  const pieces = marked.split('‸');
  const places = pieces.slice(0, -1).map((_, i) => {
    const before = pieces
      .slice(0, i + 1)
      .join('')
      .replace(/^\uFEFF/, '');
    return [before.split('\n').length, before.length - before.lastIndexOf('\n')];
  });
  const { problems } = await checkDocument(pieces.join(''));
  expect(problems.map(({ message }) => message)).toEqual(expected.map((one) => expect.stringMatching(one)));
  expect(problems.map(({ line, column }) => [line, column])).toEqual(places);
}

const swml = (...steps: string[]) => `sections:\n  main:\n${steps.map((one) => `    - ${one}\n`).join('')}`;

describe('a document that cannot be read', () => {
  it.each([
    ['{"sections": {"main": [‸}}', /^cannot parse the document: } is not expected here$/],
    ['{"sections": {"main": []‸', /ends before it is complete/],
    ['{"sections": {"main": ["answer" ‸"hangup"]}}', /a comma or a colon is missing before "/],
    ['{"sections": {"main": ["answer"‸,]}}', /a comma before the closing bracket/],
    ['{"sections": {"main": [‸\'answer\']}}', /text must be in double quotes/],
    ['{‸sections: {"main": []}}', /the name sections must be in double quotes/],
    ['{\n  ‸// a menu\n  "sections": {"main": []}}', /comments are not allowed in JSON/],
    ['{"sections": {"main": [‸undefined]}}', /undefined is not a value of JSON/],
    ['{"sections": {"main": ["answer"]}} ‸}', /there is text after the end of the document/],
    ['{"sections": {"main": [‸"a\n"]}}', /the text has no closing quote in its line/],
    ['{"sections": {"main": [‸"a\tb"]}}', /is not a value of JSON/],
    ['\uFEFF‸{"sections": {"main": ["answer"]}}', /byte order mark \(U\+FEFF\)/],
    ['sections:\n  main:\n    - play: "say:Hello‸\n', /cannot parse the document: .*quote/],
    ['<Response>\n  ‸<Say>Hello\n</Response>', /<Say> is not closed/],
    ['<Response><Say>Fish ‸& chips</Say></Response>', /unknown entity &: write & as &amp;/],
    ['‸<Say>Hello</Say>', /the top-level element must be <Response>/],
    ['<Response/>\n‸more', /there is text outside of the top-level element/],
  ])('shows where: %j', (marked, message) => expectProblems(marked, [message]));

  it('may be YAML or XML with a byte order mark', async () => {
    await expectProblems(`\uFEFF${swml('answer', '‸plya: "say:x"')}`, [/Did you mean play\?/]);
    await expectProblems('\uFEFF<?xml version="1.0"?><Response><Say>Hi</Say></Response>', []);
  });
});

describe('the problems of a SWML document', () => {
  it.each([
    ['an unknown verb', swml('answer', '‸plya: "say:x"'), /main\[1\]: unknown verb plya. Did you mean play\?/],
    ['another version', '‸version: 1\nsections:\n  main: [answer]\n', /^version is 1; it must be "1.0.0"$/],
    ['another version in JSON', '{\n  "sections": {"main": ["answer"]},\n  ‸"version": "2"\n}', /^version is "2"/],
    ['a field of another verb', swml('play: { ‸text: Hello }'), /^main\[0\]: play has no field text$/],
    ['an unknown parameter', swml('prompt: { play: "say:1", ‸max_digist: 1 }'), /prompt has no max_digist/],
    ['a wrong value', swml('sleep: { ‸duration: soon }'), /sleep.duration must be a whole number/],
    ['a missing section', swml('‸transfer: slaes').concat('  sales: [{ return: 1 }]\n'), /Did you mean sales\?/],
    ['a missing label', swml('label: menu', 'goto: { label: ‸mneu, max: 2 }'), /no label mneu .*Did you mean menu\?/],
    ['a called party', swml('connect: { to: "‸15035550100" }'), /Did you mean \+15035550100\?/],
    ['a called party in a list', swml('connect: { serial: [{ to: "+15035550100" }, { to: ‸bob }] }'), /bob is not/],
    [
      'a missing section after a conversation',
      swml('connect: { to: "+15035550100", ‸transfer_after_bridge: nosection }'),
      /no section nosection/,
    ],
    ['a queue without what follows', swml('connect: { to: "‸queue:support" }'), /requires transfer_after_bridge/],
    ['a stream', swml('connect: { to: "‸stream:http://a.example" }'), /a wss URL/],
    ['a variable that no step sets', swml('play: "say:%{vars.‸foo}"'), /no step sets the variable foo$/],
    ['a field of call', swml('play: "say:${call.‸form}"'), /call has no form. Did you mean call.from\?/],
    [
      'a field that no step sets',
      swml('set: { customer: { name: Ann } }', 'play: "say:${customer.‸nmae}"'),
      /customer.name/,
    ],
    [
      'a variable in a switch',
      swml('prompt: { play: "say:1" }', 'switch: { variable: ‸prompt_valeu, case: { "1": [hangup] } }'),
      /Did you mean prompt_value\?/,
    ],
    [
      'a variable in a condition',
      swml('prompt: { play: "say:1" }', 'cond: [{ when: "‸prompt_reslut == \'no_input\'", then: [hangup] }]'),
      /prompt_result/,
    ],
    ['an expression', swml('cond: [{ ‸when: "1 +", then: [hangup] }]'), /it is not JavaScript/],
    ['an open placeholder', swml('‸play: "say:${call.from"'), /has no closing brace/],
    ['a step after the end', swml('answer', 'hangup', '‸play: "say:x"', 'play: "say:y"'), /main\[1\] never continues/],
    [
      'a step after branches that all end',
      swml('cond: [{ when: "1 > 0", then: [hangup] }, { else: [{ transfer: b }] }]', '‸answer').concat(
        '  b: [hangup]\n',
      ),
      /main\[0\] never continues/,
    ],
    ['an unused section', swml('answer').concat('  ‸sales: [hangup]\n'), /no call reaches the section sales/],
    [
      'a param that is not passed',
      swml('execute: { dest: b, params: { nmae: Ann } }').concat('  b: [{ play: "say:${params.‸name}" }]\n'),
      /no step passes the param name.*params.nmae/,
    ],
  ])('include %s', (_, marked, message) => expectProblems(marked, [message]));

  it('are found in JSON at the same positions', async () => {
    const text = JSON.stringify(
      { sections: { main: [{ answer: {} }, { prompt: { play: 'say:x', max_digist: 1 } }] } },
      null,
      2,
    );
    await expectProblems(text.replace('"max_digist"', '‸"max_digist"'), [/prompt has no max_digist/]);
  });
});

describe('the problems of a right SWML document', () => {
  it('do not include names that the document sets, reads from elsewhere or marks', async () => {
    const steps = [
      { label: 'menu' },
      { set: { customer: { name: 'Ann' }, total: 2, 'order.size': 1, option1: 'a' } },
      { request: { url: 'https://example.com/crm', method: 'GET', save_variables: true } },
      { prompt: { play: 'say:Hello ${customer.name}, ${total.toFixed(2)} ${request_response.nmae} ${envs.anything}' } },
      {
        play: 'say:${order.size} ${option2} ${params.first} ${unknown_elsewhere} ${[1, 2].map((n) => n + total).length}',
      },
      {
        cond: [
          { when: "typeof customre == 'undefined' && prompt_value == 1", then: [{ goto: { label: 'menu', max: 1 } }] },
        ],
      },
      { switch: { variable: 'prompt_value', case: { 1: ['hangup'], 2: [{ return: 1 }] }, default: ['hangup'] } },
      { label: 'end' },
      'hangup',
    ];
    const { problems } = await checkDocument(stringify({ sections: { main: steps } }));
    expect(problems.map(({ message }) => message)).toEqual([]);
  });

  it('do not include a section that follows a conversation', async () => {
    const connect = 'connect: { to: "queue:support", transfer_after_bridge: rate }';
    await expectProblems(swml(connect).concat('  rate: [hangup]\n'), []);
  });

  it('are certain unless another document could make them right', async () => {
    const set = 'set: { customer: { name: Ann } }';
    const levels = async (...steps: string[]) =>
      (await checkDocument(swml(set, ...steps))).problems.map(({ level }) => level);
    expect(await levels('play: "say:${customer.nmae}"')).toEqual(['certain']);
    expect(await levels('play: "say:${customer.nmae}"', 'execute: "https://example.com/more"')).toEqual(['likely']);
    expect(await levels('play: "say:${cutsomer}"')).toEqual(['likely']);
  });

  it('of a message document are those of its language', async () => {
    await expectProblems('reply: { ‸boddy: Hello }\n', [/reply has no boddy. Did you mean body\?/]);
    await expectProblems(swml('reply: { body: Hello }'), []);
  });
});

describe('the problems of a cXML document', () => {
  it.each([
    ['an unknown verb', '<Response>\n  ‸<Sya>x</Sya>\n</Response>', /unknown verb <Sya>.*Did you mean <Say>\?/],
    ['a nested verb', '<Response><Gather>‸<Record/></Gather></Response>', /<Record> is not allowed here/],
    ['an attribute', '<Response><Say>a</Say><Gather input="dtmf" ‸timeOut="5"/></Response>', /Did you mean timeout\?/],
    ['the value of an attribute', '<Response><Gather ‸timeout="soon"/></Response>', /must be a whole number/],
    [
      'a called party',
      '<Response><Dial>\n<Number>+15035550100</Number>\n‸<Number>555</Number></Dial></Response>',
      /555 is not a number/,
    ],
    ['a SIP address', '<Response><Dial>‸<Sip>bob</Sip></Dial></Response>', /bob is not a SIP address/],
    ['a verb after the end', '<Response><Hangup/>‸<Say>x</Say></Response>', /Hangup\[0\] never continues/],
  ])('include %s', (_, marked, message) => expectProblems(marked, [message]));
});
