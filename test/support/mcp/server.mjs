// An MCP server as a child process. Its arguments select its behaviour:
//   pages: lists its tools two at a time · flood: writes much to stderr · noise: prints other text to stdout
//   unwilling: fails to list tools · odd: also lists invalid tools · ancient: uses an unsupported version
//   licence: prints a reason and exits at the start
//   mute: never answers the handshake · stubborn: ignores SIGTERM and the end of its input · stop: exits at once
import { spawn } from 'node:child_process';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const args = process.argv.slice(2);
const is = (word) => args.includes(word);
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
    description: 'Returns the environment of the process.',
    inputSchema: schema(),
    run: () => text({ pid: process.pid, cwd: process.cwd(), env: process.env, uid: process.getuid?.() }),
  },
  parts: {
    description: 'Returns parts of every kind.',
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
    description: 'Returns an error of the protocol.',
    inputSchema: schema(),
    run: () => {
      throw new Error('priority must be low or high');
    },
  },
  wait: {
    description: 'Never answers, and records whether it was cancelled.',
    inputSchema: schema(),
    run: (_args, { signal }) =>
      new Promise(() => signal.addEventListener('abort', () => todos.push(`cancelled: ${signal.reason}`))),
  },
  hang: {
    description: 'Blocks the process.',
    inputSchema: schema(),
    run: () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    },
  },
  die: { description: 'Exits during the call.', inputSchema: schema(), run: () => process.exit(3) },
  big: {
    description: 'Returns ten megabytes.',
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
  if (!isInitialized) return { ...text('the client did not complete the handshake'), isError: true };
  if (is('flood')) flood();
  if (is('noise')) process.stdout.write('Working on it...\n{"half": \n');
  const tool = tools[params.name];
  if (!tool) throw new Error(`unknown tool ${params.name}`);
  return tool.run(params.arguments ?? {}, extra);
});

/** Writes more than a pipe can hold. The process blocks until the gateway reads it. */
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
