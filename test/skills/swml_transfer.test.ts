// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language
import { describe, expect, it } from 'vitest';
import { Agent } from '../../src/skills/index.js';

async function agentWith(transfers: unknown, params: Record<string, unknown> = {}) {
  const agent = new Agent({ env: {}, transport: { send: () => Promise.reject(new Error('nothing is to be sent')) } });
  await agent.add_skill('swml_transfer', { transfers, ...params });
  return agent;
}

const TRANSFERS = {
  sales: { url: 'https://agents.example/sales', message: 'Off to sales.', return_message: 'Sales are done.' },
  'a.b (c)': { address: 'sip:ab@example.com', post_process: false, final: false, from_addr: '+15550101' },
  '/support|help ?desk/i': { address: '+15550100' },
};

const ask = async (transfer_type: string, transfers: unknown = TRANSFERS) =>
  (await (await agentWith(transfers)).call_tool('transfer_call', { transfer_type })).to_dict();

it('transfers to a document, and sets the message for the return', async () => {
  expect(await ask('sales')).toEqual({
    response: 'Off to sales.',
    action: [
      {
        SWML: {
          version: '1.0.0',
          sections: {
            main: [{ set: { ai_response: 'Sales are done.' } }, { transfer: { dest: 'https://agents.example/sales' } }],
          },
        },
        transfer: 'true',
      },
    ],
    post_process: true,
  });
});

it('connects to an address, with from_addr and final', async () => {
  expect(await ask('a.b (c)')).toEqual({
    response: 'Tell the caller that you are transferring the call now.',
    action: [
      {
        SWML: { version: '1.0.0', sections: { main: [{ connect: { to: 'sip:ab@example.com', from: '+15550101' } }] } },
        transfer: 'false',
      },
    ],
  });
});

describe('a pattern', () => {
  const target = async (text: string) =>
    JSON.stringify(await ask(text)).match(/agents\.example\/sales|ab@example|\+15550100/)?.[0];

  it.each([
    ['sales', 'agents.example/sales'],
    [' SALES ', 'agents.example/sales'],
    ['presales', undefined],
    ['sales or so', undefined],
    ['a.b (c)', 'ab@example'],
    ['axb (c)', undefined],
    ['the HELPDESK please', '+15550100'],
    ['Support', '+15550100'],
    ['', undefined],
    ['sales\nsupport', '+15550100'],
  ])('is an exact word, or a regular expression in slashes: %j', async (text, expected) => {
    expect(await target(text)).toBe(expected);
  });

  it('is tried in the order of declaration', async () => {
    const transfers = { '/a/': { address: '+15550101' }, '/ab/': { address: '+15550102' } };
    expect(JSON.stringify(await ask('ab', transfers))).toContain('+15550101');
  });
});

it('returns default_message if no pattern matches', async () => {
  expect(await ask('the moon')).toEqual({
    response: 'There is no such destination. Ask the caller again where the call should go.',
  });
});

it('supports custom names and texts, and passes fields to the next agent', async () => {
  const agent = await agentWith(
    { billing: { url: 'https://agents.example/billing' } },
    {
      tool_name: 'hand_over',
      description: 'Hand the call over.',
      parameter_name: 'department',
      parameter_description: 'Which department.',
      default_message: 'No.',
      required_fields: { account: 'Number of the account.' },
    },
  );
  expect(agent.list_skills()).toEqual(['swml_transfer_hand_over']);
  expect(agent.tools).toMatchObject([
    {
      name: 'hand_over',
      description: 'Hand the call over.',
      parameters: {
        properties: {
          department: { type: 'string', description: 'Which department. Known: billing.' },
          account: { type: 'string', description: 'Number of the account.' },
        },
        required: ['department', 'account'],
      },
    },
  ]);
  const result = await agent.call_tool('hand_over', { department: 'billing', account: '${args.department} "7"' });
  expect(result.to_dict().action).toMatchObject([
    { set_global_data: { call_data: { account: '${args.department} "7"' } } },
    { SWML: { sections: { main: [{}, { transfer: { dest: 'https://agents.example/billing' } }] } } },
  ]);
  await expect(agent.call_tool('hand_over', { department: 'billing' })).rejects.toThrow('account is missing');
  expect((await agent.call_tool('hand_over', { department: 'x', account: '1' })).response).toBe('No.');
  expect(agent.prompt_sections[1]?.bullets).toContain('account: Number of the account.');
});

it('adds the words of its patterns to the hints', async () => {
  const agent = await agentWith({
    '/^(?:Sales|orders?)\\s+[A-Z]{2}$/i': { address: '+15550100' },
    'Human Resources': { address: '+15550101' },
    '/.*/': { address: '+15550102' },
  });
  expect(agent.hints).toEqual(['sales', 'orders', 'human resources', 'transfer', 'connect', 'speak to', 'talk to']);
  expect(agent.prompt_sections[0]?.bullets).toEqual(['sales or orders', 'human resources', '/.*/']);
  expect(JSON.stringify(agent.prompt_sections)).not.toContain('+1555');
});

it('lists its destinations in words that match', async () => {
  const to = { address: '+15550100' };
  const agent = await agentWith({ tech_support: to, 'R&D': to, '/Sales|ORDERS/': to, '/billing|pay\\w+ments/i': to });
  const bullets = agent.prompt_sections[0]?.bullets ?? [];
  expect(bullets).toEqual(['tech_support', 'r&d', 'Sales or ORDERS', 'billing']);
  const said = bullets.flatMap((bullet) => bullet.split(' or '));
  for (const transfer_type of said) {
    const { action } = await agent.call_tool('transfer_call', { transfer_type });
    expect(JSON.stringify(action)).toContain('+15550100');
  }
});

it('returns at once for a pattern that JavaScript cannot finish', async () => {
  const agent = await agentWith({ '/^(a+)+$/': { address: '+15550100' } });
  const result = await agent.call_tool('transfer_call', { transfer_type: `${'a'.repeat(100)}b` });
  expect(result.to_dict().response).toContain('There is no such destination');
});

it('stops a slow pattern with a backreference', async () => {
  const agent = await agentWith({ '/^(a*)*\\1b$/': { address: '+15550100' } });
  const call = agent.call_tool('transfer_call', { transfer_type: 'a'.repeat(100) });
  await expect(call).rejects.toThrow('against 100 characters takes too long');
});

describe('invalid transfers', () => {
  it.each([
    ['transfers is required', undefined],
    ['transfers must be an object', []],
    ['transfers must contain at least one destination', {}],
    ['transfers["a"] must be an object', { a: 'https://agents.example' }],
    ['transfers["a"] must have either url or address', { a: {} }],
    ['transfers["a"] must have either url or address', { a: { url: 'https://a.example', address: '+15550100' } }],
    ['transfers["a"].message must be a string', { a: { url: 'https://a.example', message: 5 } }],
    ['transfers["a"].final must be a boolean', { a: { url: 'https://a.example', final: 'no' } }],
    ['transfers["/(/"] is not a valid regular expression', { '/(/': { url: 'https://a.example' } }],
    ['transfers["SALES "] repeats a word', { sales: { address: '1' }, 'SALES ': { address: '2' } }],
    ['transfers contains an empty pattern', { ' ': { url: 'https://a.example' } }],
  ])('are rejected: %s', async (problem, transfers) => {
    await expect(agentWith(transfers)).rejects.toThrow(problem);
  });

  it.each([
    ['"to whom" is not a valid argument name', { parameter_name: 'to whom' }],
    ['required_fields must not contain transfer_type', { required_fields: { transfer_type: 'x' } }],
  ])('are rejected with invalid names: %s', async (problem, params) => {
    await expect(agentWith({ a: { address: '+15550100' } }, params)).rejects.toThrow(problem);
  });
});

it('does not change the objects of the caller', async () => {
  const transfers = Object.freeze({ a: Object.freeze({ address: '+15550100' }) });
  await agentWith(transfers);
  expect(transfers).toEqual({ a: { address: '+15550100' } });
});
