const DATETIME = `const agent = new Agent();
await agent.add_skill('datetime');
`;

/** An example of each member of `Agent`: a program that prints. */
export const AGENT: Readonly<Record<string, string>> = {
  'new Agent': `const agent = new Agent({ now: () => new Date('2025-06-02T09:00:00Z'), timeout_ms: 10_000 });
console.log(agent.now().toISOString());`,
  add_skill: `const agent = new Agent();
console.log(await agent.add_skill('datetime'));
console.log(agent.tools.map(({ name }) => name).join(', '));`,
  remove_skill: `${DATETIME}console.log(await agent.remove_skill('datetime'), await agent.remove_skill('datetime'));`,
  has_skill: `${DATETIME}console.log(agent.has_skill('datetime'), agent.has_skill('math'));`,
  list_skills: `const agent = new Agent();
await agent.add_skill('knowledge_search', { space_name: 'acme.example.com', project_id: 'p', token: 't', document_id: 'd' });
await agent.add_skill('math');
console.log(agent.list_skills().join(', '));`,
  close: `${DATETIME}await agent.close();
console.log(agent.list_skills().length);`,
  call_tool: `const agent = new Agent();
await agent.add_skill('math');
const result = await agent.call_tool('calculate', { expression: '6 * 7' });
console.log(result.response);`,
  explain: `const agent = new Agent();
agent.define_data_map(
  new DataMap('get_order')
    .parameter('number', 'string', 'The number.')
    .webhook('GET', 'https://api.example.com/orders/\${enc:args.number}')
    .output(new FunctionResult('Order \${args.nmber} is \${response.state}.')),
);
const { requests = [], warnings = [] } = agent.explain('get_order', { number: 'A 7' });
console.log(requests[0]?.url);
console.log(warnings.join());`,
  document: `const agent = new Agent();
agent.prompt_add_section({ title: 'Role', body: 'You sell tickets.' });
agent.define_tool({ name: 'seats', description: 'Count the free seats.', handler: () => '12' });
const document = agent.document({ web_hook_url: (tool) => \`https://agent.example.com/swaig?tool=\${tool}\` });
console.log(JSON.stringify(document));`,
  serve: `${DATETIME}const server = await agent.serve();
const address = server.address('call-1', 'get_current_time');
const body = JSON.stringify({ function: 'get_current_time', call_id: 'call-1', argument: { parsed: [{}] } });
const headers = { 'content-type': 'application/json' };
const answer = await fetch(address, { method: 'POST', headers, body });
console.log(answer.status, (await answer.text()).startsWith('{"response":'));
await agent.close();`,
  on: `const agent = new Agent();
const stop = agent.on('call', ({ tool, args }) => console.log(tool, args));
await agent.add_skill('math');
await agent.call_tool('calculate', { expression: '1 + 1' });
stop();`,
  tools: `${DATETIME}for (const { name, skill } of agent.tools) console.log(name, skill);`,
  settings: `const agent = new Agent();
agent.configure({ params: { ai_model: 'gpt-4.1-mini' } });
console.log(agent.settings);`,
  warnings: `const agent = new Agent();
console.log(agent.warnings);`,
  configure: `const agent = new Agent();
agent.configure({
  prompt: {
    text: 'Answer questions about orders.',
    contexts: { default: { steps: [{ name: 'greet', text: 'Ask for the number of the order.' }] } },
  },
  post_prompt: 'Summarise the call in one sentence.',
  params: { end_of_speech_timeout: 900 },
  languages: [{ name: 'English', code: 'en-US', voice: 'engine.voice' }],
  pronounce: [{ replace: 'SQL', with: 'sequel' }],
  SWAIG: { mcp_servers: [{ url: 'https://mcp.example.com' }] },
});
console.log(JSON.stringify(agent.document()));`,
  define_tool: `const agent = new Agent();
agent.define_tool({
  name: 'greet',
  description: 'Greet the caller by name.',
  parameters: { name: { type: 'string', description: 'The name.' } },
  required: ['name'],
  handler: ({ name }) => \`Hello, \${name}!\`,
});
console.log((await agent.call_tool('greet', { name: 'Ada' })).response);`,
  define_data_map: `const { createServer } = await import('node:http');
const orders = createServer((_request, response) => response.end('{"state":"shipped"}'));
await new Promise<void>((resolve) => orders.listen(0, '127.0.0.1', resolve));
const { port } = orders.address() as { port: number };

const agent = new Agent();
const ownOrigin = \`http://127.0.0.1:\${port}\`;
const map = new DataMap('get_order')
  .parameter('id', 'string', 'The id.')
  .webhook('GET', \`\${ownOrigin}/orders/\\\${args.id}\`)
  .output(new FunctionResult('It is \${response.state}.'));
agent.define_data_map(map, { fillers: { 'en-US': ['One moment.'] } }, { ownOrigin });
console.log((await agent.call_tool('get_order', { id: '7' })).response);
await agent.close();
orders.close();`,
  hints: `const agent = new Agent();
agent.add_hints(['ACME', 'refund']);
console.log(agent.hints);`,
  add_hints: `const agent = new Agent();
agent.add_hints(['refund']);
agent.add_hints(['refund', 'voucher']);
console.log(agent.hints);`,
  global_data: `const agent = new Agent();
agent.update_global_data({ shop: 'ACME' });
console.log(agent.global_data);`,
  update_global_data: `const agent = new Agent();
agent.update_global_data({ shop: 'ACME', open: true });
agent.update_global_data({ open: false });
console.log(agent.global_data);`,
  prompt_sections: `${DATETIME}console.log(agent.prompt_sections.map(({ title }) => title));`,
  prompt_add_section: `const agent = new Agent();
agent.prompt_add_section({ title: 'Role', body: 'You sell tickets.', bullets: ['Be brief.'] });
console.log(agent.prompt_sections);`,
  log: `const agent = new Agent();
agent.on('log', ({ level, message }) => console.log(level, message));
agent.log('warn', 'the queue is full');`,
  now: `const agent = new Agent({ now: () => new Date('2025-06-02T09:00:00Z') });
console.log(agent.now().getUTCFullYear());`,
  env: `const agent = new Agent({ env: { SHOP: 'ACME' } });
console.log(agent.env.SHOP);`,
  transport: `const agent = new Agent();
await agent.transport
  .send({ method: 'GET', url: 'http://127.0.0.1/', headers: {} })
  .catch((error: Error) => console.log(error.message));
await agent.close();`,
  secrets: `const seen: unknown[] = [];
const agent = new Agent({ secrets: { add: (secret) => void seen.push(secret) } });
await agent.add_skill('joke', { api_key: 'key-of-the-service' });
console.log(seen, agent.secrets !== undefined);`,
};
