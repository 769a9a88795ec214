import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'undici';
import type { Hub } from './hub-server.js';

interface Message {
  readonly msg_type: string;
  readonly parent_header: { readonly msg_id?: string };
  readonly content: {
    readonly text?: string;
    readonly data?: Readonly<Record<string, string>>;
    readonly evalue?: string;
    readonly execution_state?: string;
  };
}

/** The kernel of a notebook of a learner, started and used through the hub as the page of a notebook does. */
export async function startKernel({ ask, url, token }: Hub, learner: string, path: string) {
  const server = `/user/${learner}/api`;
  const notebook = { path, name: path, type: 'notebook', kernel: { name: 'patchbay' } };
  const created = await ask(`${server}/sessions`, { method: 'POST', body: JSON.stringify(notebook) });
  if (!created.ok) throw new Error(`${learner} has no kernel: ${created.status} ${await created.text()}`);
  const { id } = ((await created.json()) as { kernel: { id: string } }).kernel;
  const socket = new WebSocket(`${url.replace('http', 'ws')}${server}/kernels/${id}/channels?token=${token}`);
  await once(socket, 'open');

  /** Runs a cell. Returns the text of its outputs. */
  function run(code: string): Promise<string> {
    const msg_id = randomUUID();
    const header = { msg_id, msg_type: 'execute_request', username: learner, session: id, version: '5.3', date: '' };
    const content = { code, silent: false, store_history: true, user_expressions: {}, allow_stdin: false };
    const done = new Promise<string>((resolve, reject) => {
      const texts: string[] = [];
      const listener = (event: { data: unknown }) => {
        const message = JSON.parse(String(event.data)) as Message;
        if (message.parent_header.msg_id !== msg_id) return;
        const { text, data, evalue, execution_state } = message.content;
        if (message.msg_type === 'error') reject(new Error(`${learner}: ${evalue}`));
        if (message.msg_type === 'stream') texts.push(text ?? '');
        if (message.msg_type === 'execute_result') texts.push(data?.['text/plain'] ?? '');
        if (message.msg_type !== 'status' || execution_state !== 'idle') return;
        socket.removeEventListener('message', listener);
        resolve(texts.join(''));
      };
      socket.addEventListener('message', listener);
    });
    socket.send(JSON.stringify({ channel: 'shell', header, parent_header: {}, metadata: {}, content, buffers: [] }));
    return done;
  }

  return { run, close: () => socket.close() };
}
