/** Ways to open a connection from a program: each is the whole program, and ends with an error when it has none. */
export const CLIENTS: Readonly<Record<string, string>> = {
  fetch: `await fetch('http://HOST:PORT/');`,
  'fetch with a Request': `await fetch(new Request('http://HOST:PORT/', { method: 'POST', body: 'x' }));`,
  'undici.request': `import { request } from 'undici'; await request('http://HOST:PORT/');`,
  'undici.fetch': `import { fetch as get } from 'undici'; await get('http://HOST:PORT/');`,
  'undici.request, its own Agent': `
    import { Agent, request } from 'undici'; await request('http://HOST:PORT/', { dispatcher: new Agent() });`,
  'undici, another global Agent': `
    import { Agent, request, setGlobalDispatcher } from 'undici';
    setGlobalDispatcher(new Agent()); await request('http://HOST:PORT/');`,
  'undici.Client': `
    import { Client } from 'undici'; await new Client('http://HOST:PORT').request({ path: '/', method: 'GET' });`,
  'undici.WebSocket': `
    import { WebSocket } from 'undici';
    await new Promise((done, fail) => {
      const socket = new WebSocket('ws://HOST:PORT/');
      socket.onopen = done; socket.onerror = ({ error }) => fail(error?.cause ?? error);
    });`,
  'undici.EventSource': `
    import { EventSource } from 'undici';
    await new Promise((done, fail) => {
      const source = new EventSource('http://HOST:PORT/');
      source.onerror = () => { source.close(); fail(new Error('no events')); };
    });`,
  got: `import got from 'got'; await got('http://HOST:PORT/', { retry: { limit: 0 } });`,
  axios: `import axios from 'axios'; await axios.get('http://HOST:PORT/');`,
  'http.get': `
    import http from 'node:http';
    await new Promise((done, fail) => http.get('http://HOST:PORT/', done).on('error', fail));`,
  'http.request, its own Agent': `
    import { Agent, request } from 'node:http';
    const agent = new Agent({ keepAlive: true });
    await new Promise((done, fail) => request({ host: 'HOST', port: PORT, agent }, done).on('error', fail).end());`,
  'https.get': `
    import { get } from 'node:https';
    await new Promise((done, fail) => get('https://HOST:PORT/', done).on('error', fail));`,
  'net.connect(port, host)': `
    import { connect } from 'node:net';
    await new Promise((done, fail) => connect(PORT, 'HOST', done).on('error', fail));`,
  'net.createConnection(options)': `
    import net from 'node:net';
    await new Promise((done, fail) => net.createConnection({ port: PORT, host: 'HOST' }, done).on('error', fail));`,
  'new net.Socket().connect': `
    import { Socket } from 'node:net';
    await new Promise((done, fail) => new Socket().on('error', fail).connect(PORT, 'HOST', done));`,
  'net.connect without happy eyeballs': `
    import { connect } from 'node:net';
    const options = { port: PORT, host: 'HOST', family: 4, autoSelectFamily: false };
    await new Promise((done, fail) => connect(options, done).on('error', fail));`,
  'tls.connect': `
    import { connect } from 'node:tls';
    await new Promise((done, fail) => connect(PORT, 'HOST', done).on('error', fail));`,
  'http2.connect': `
    import { connect } from 'node:http2';
    await new Promise((done, fail) => {
      const session = connect('http://HOST:PORT').on('error', fail).on('close', done);
      session.request({ ':path': '/' }).on('error', fail).end();
    });`,
  'require() of a package': `
    import { createRequire } from 'node:module';
    await createRequire(process.cwd() + '/x.js')('axios').get('http://HOST:PORT/');`,
  'process.getBuiltinModule': `
    const { connect } = process.getBuiltinModule('net');
    await new Promise((done, fail) => connect(PORT, 'HOST', done).on('error', fail));`,
  'a thread': `
    import { Worker } from 'node:worker_threads';
    const code = "require('node:net').connect(PORT, 'HOST', () => process.exit())";
    await new Promise((done, fail) => new Worker(code, { eval: true }).on('error', fail).on('exit', done));`,
  'a thread of a thread, as a module': `
    import { Worker } from 'node:worker_threads';
    const inner = "require('node:http').get('http://HOST:PORT/', () => process.exit())";
    const outer = \`
      import { Worker } from 'node:worker_threads';
      new Worker(\${JSON.stringify(inner)}, { eval: true }).on('error', (error) => { throw error; });\`;
    const url = new URL('data:text/javascript,' + encodeURIComponent(outer));
    await new Promise((done, fail) => new Worker(url).on('error', fail).on('exit', done));`,
  'a thread with options': `
    import { Worker } from 'node:worker_threads';
    const code = "fetch('http://HOST:PORT/').then(() => process.exit())";
    const options = { eval: true, execArgv: ['--no-warnings'], env: {} };
    await new Promise((done, fail) => new Worker(code, options).on('error', fail).on('exit', done));`,
};

/** The same for UDP. */
export const DATAGRAM_CLIENTS: Readonly<Record<string, string>> = {
  'socket.send': `
    import { createSocket } from 'node:dgram';
    const socket = createSocket('udp4');
    try {
      await new Promise((done, fail) => socket.send('x', PORT, 'HOST', (error) => (error ? fail(error) : done())));
    } finally { socket.close(); }`,
  'socket.send of a range': `
    import { createSocket } from 'node:dgram';
    const socket = createSocket('udp4');
    try {
      await new Promise((done, fail) =>
        socket.send(Buffer.from('xyz'), 1, 1, PORT, 'HOST', (error) => (error ? fail(error) : done())));
    } finally { socket.close(); }`,
  'socket.send without a callback': `
    import dgram from 'node:dgram';
    const socket = dgram.createSocket('udp4');
    try {
      await new Promise((done, fail) => {
        socket.on('error', fail).send('x', PORT, 'HOST');
        setTimeout(done, 200);
      });
    } finally { socket.close(); }`,
  'socket.connect': `
    import { Socket, createSocket } from 'node:dgram';
    const socket = createSocket('udp4');
    try {
      await new Promise((done, fail) => socket.connect(PORT, 'HOST', (error) => (error ? fail(error) : done())));
      await new Promise((done, fail) => socket.send('x', (error) => (error ? fail(error) : done())));
    } finally { socket.close(); }`,
};

export const programFor = (code: string, host: string, port: number) =>
  code.replaceAll('HOST', host).replaceAll('PORT', String(port));
