// Ways to fetch and parse one small JSON answer. Each is a function that makes the call.
import { connect } from 'node:net';
import { RestClient } from '../../dist/client.js';

const PATH = '/api/relay/rest/queues/q';
const credentials = { project: 'project', token: 'token-token' };
const headers = {
  authorization: `Basic ${Buffer.from('project:token-token').toString('base64')}`,
  accept: 'application/json',
};

/** The same client, its transport swapped for the runtime's own fetch. */
const overFetch = {
  async send({ method, url, headers, body, signal }) {
    const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    };
  },
};

export const contenders = {
  ours: async (url) => {
    const client = new RestClient({ ...credentials, host: url });
    return () => client.queues.get('q');
  },
  'same client on fetch': async (url) => {
    const client = new RestClient({ ...credentials, host: url, transport: overFetch });
    return () => client.queues.get('q');
  },
  'undici.request': async (url) => {
    const { request, Agent, setGlobalDispatcher } = await import('undici');
    setGlobalDispatcher(new Agent({ connections: 64 }));
    return async () => (await request(url + PATH, { headers })).body.json();
  },
  axios: async (url) => {
    const { default: axios } = await import('axios');
    const { Agent } = await import('node:http');
    const client = axios.create({ baseURL: url, headers, httpAgent: new Agent({ keepAlive: true, maxSockets: 64 }) });
    return async () => (await client.get(PATH)).data;
  },
  got: async (url) => {
    const { default: got } = await import('got');
    const { Agent } = await import('node:http');
    const client = got.extend({
      headers,
      agent: { http: new Agent({ keepAlive: true, maxSockets: 64 }) },
      retry: { limit: 0 },
    });
    return () => client(url + PATH).json();
  },
  'raw socket': async (url) => rawSocket(new URL(url)),
};

/** As little as can be done: sockets that stay open, a request that is written beforehand, Content-Length trusted. */
function rawSocket({ hostname, port }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${PATH} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${lines.join('')}\r\n`;
  const idle = [];
  const open = () => {
    const socket = connect(Number(port), hostname).setNoDelay();
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
      const end = text.indexOf('\r\n\r\n') + 4;
      if (end < 4) return;
      const length = Number(/content-length: (\d+)/i.exec(text)[1]);
      if (text.length < end + length) return;
      const answer = JSON.parse(text.slice(end, end + length));
      text = '';
      idle.push(socket);
      socket.done(answer);
    });
    return socket;
  };
  return () =>
    new Promise((resolve) => {
      const socket = idle.pop() ?? open();
      socket.done = resolve;
      socket.write(request);
    });
}
