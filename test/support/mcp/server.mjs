// An MCP server as a process of its own. Its words say how it behaves:
//   pages: lists its tools two at a time · flood: fills stderr, always · noise: prints to stdout what is no message
//   unwilling: lists nothing · odd: lists what are no tools too · ancient: speaks a version that nobody knows
//   licence: says why it does not start
//   mute: never answers the handshake · stubborn: ends neither with its input nor when asked to · stop: exits at once
import { spawn } from 'node:child_process';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const words = process.argv.slice(2);
const is = (word) => words.includes(word);
const text = (value) => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
});
const schema = (properties = {}, required = []) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});
const todos = [];

const tools = {
  add_todo: {
    description: 'Adds an item.',
    inputSchema: schema(
      {
        text: { type: 'string', description: 'The item.', maxLength: 200 },
        priority: { anyOf: [{ enum: ['low', 'high'] }, { type: 'null' }], default: 'low' },
        tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      },
      ['text'],
    ),
    run: ({ text: item }) => text(`Added item ${todos.push(item)}`),
  },
  list_todos: { description: 'Lists the items.', inputSchema: schema(), run: () => text(todos) },
  'a-b': { description: 'With a dash.', inputSchema: schema(), run: () => text('dash') },
  a_b: { description: 'With an underscore.', inputSchema: schema(), run: () => text('underscore') },
  where: {
    description: 'Tells what the process sees.',
    inputSchema: schema(),
    run: () => text({ pid: process.pid, cwd: process.cwd(), env: process.env, uid: process.getuid?.() }),
  },
  parts: {
    description: 'Answers parts of every kind.',
    inputSchema: schema(),
    run: () => ({
      content: [
        { type: 'text', text: 'one' },
        { type: 'image', data: Buffer.from('picture').toString('base64'), mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'file:///two.txt', mimeType: 'text/plain', text: 'two' } },
        { type: 'resource_link', name: 'three', uri: 'https://example.com/three' },
      ],
      structuredContent: { four: 4 },
    }),
  },
  fail: {
    description: 'Fails.',
    inputSchema: schema(),
    run: () => ({ ...text('There is no such item.'), isError: true }),
  },
  refuse: {
    description: 'Answers with an error of the protocol.',
    inputSchema: schema(),
    run: () => {
      throw new Error('priority must be low or high');
    },
  },
  wait: {
    description: 'Never answers, and notes whether it was cancelled.',
    inputSchema: schema(),
    run: (_args, { signal }) =>
      new Promise(() => signal.addEventListener('abort', () => todos.push(`cancelled: ${signal.reason}`))),
  },
  hang: {
    description: 'Never does anything again.',
    inputSchema: schema(),
    run: () => {
      for (;;);
    },
  },
  die: { description: 'Ends in the middle of it.', inputSchema: schema(), run: () => process.exit(3) },
  big: {
    description: 'Answers ten megabytes.',
    inputSchema: schema(),
    run: () => text('x'.repeat(10 * 2 ** 20)),
  },
  child: {
    description: 'Starts a process that outlives it.',
    inputSchema: schema(),
    run: () => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      return text(String(child.pid));
    },
  },
};

const server = new Server({ name: 'test', version: '1.0.0' }, { capabilities: { tools: {} } });
let isInitialized = false;
server.oninitialized = () => {
  isInitialized = true;
};

server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
  const all = Object.entries(tools).map(([name, { description, inputSchema }]) => ({ name, description, inputSchema }));
  if (is('unwilling')) throw new Error('no list for you');
  if (is('odd')) return { tools: [all[0], { name: 'x'.repeat(200), inputSchema: schema() }, { name: 'bare' }, {}] };
  if (is('endless')) return { tools: all.slice(0, 1), nextCursor: 'again' };
  if (!is('pages')) return { tools: all };
  const from = Number(params?.cursor ?? 0);
  return { tools: all.slice(from, from + 2), ...(from + 2 < all.length && { nextCursor: String(from + 2) }) };
});

server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
  if (!isInitialized) return { ...text('nobody said that the handshake is over'), isError: true };
  if (is('flood')) flood();
  if (is('noise')) process.stdout.write('Working on it...\n{"half": \n');
  const tool = tools[params.name];
  if (!tool) throw new Error(`unknown tool ${params.name}`);
  return tool.run(params.arguments ?? {}, extra);
});

/** More than any pipe holds. Written at once: the process stands still until somebody has read it. */
function flood() {
  for (let line = 0; line < 400; line++) process.stderr.write(`${'noise '.repeat(1000)}\n`);
}

if (is('licence')) {
  process.stderr.write(
    `cannot start: no licence for ${process.env.LICENCE_KEY}\n    at start (server.mjs:1:1)\n\nNode.js v20.0.0\n`,
  );
  process.exit(3);
}
if (is('ancient')) {
  const result = { protocolVersion: '1999-01-01', capabilities: {}, serverInfo: { name: 'ancient', version: '1' } };
  process.stdin.on('data', () => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, result })}\n`));
}
if (is('stop')) process.exit(7);
if (is('stubborn')) {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}
if (is('flood')) flood();
if (is('mute')) setInterval(() => {}, 1000);
else if (!is('ancient')) await server.connect(new StdioServerTransport());
