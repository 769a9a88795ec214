// The least of a Jupyter client, the same for every kernel that is measured.
import { createHmac, randomUUID } from 'node:crypto';
import { Dealer, Subscriber } from 'zeromq';

/** Stock tslab sometimes loses a reply. A request that hangs is reported and measured again. */
export class Lost extends Error {}

const PATIENCE_MS = 30_000;

export function connect(connection) {
  const at = (port) => `tcp://${connection.ip}:${port}`;
  const options = { linger: 0, reconnectInterval: 10 };
  const shell = new Dealer({ ...options, sendHighWaterMark: 0, routingId: randomUUID() });
  const control = new Dealer({ ...options, routingId: randomUUID() });
  const iopub = new Subscriber({ ...options, receiveHighWaterMark: 0 });
  shell.connect(at(connection.shell_port));
  control.connect(at(connection.control_port));
  iopub.connect(at(connection.iopub_port));
  iopub.subscribe();
  const open = new Map();

  const listen = async (socket, use) => {
    for await (const frames of socket) {
      const texts = frames.map(String);
      const [header, parent, , content] = texts.slice(texts.indexOf('<IDS|MSG>') + 2).map((text) => JSON.parse(text));
      const request = open.get(parent.msg_id);
      if (request) use(request, header, content);
      if (request?.reply && request.idle) {
        open.delete(parent.msg_id);
        request.resolve(request);
      }
    }
  };
  void listen(shell, (request, _header, content) => {
    request.reply = content;
  });
  void listen(iopub, (request, { msg_type }, content) => {
    if (msg_type === 'stream') request.bytes += content.text.length;
    if (msg_type === 'status') request.idle = content.execution_state === 'idle';
  });

  /** Resolves when the reply has come and the kernel says that it is idle again. */
  const send = (socket, msg_type, content) =>
    new Promise((resolve, reject) => {
      const msg_id = randomUUID();
      const lost = setTimeout(() => reject(new Lost(`${msg_type} was not answered in ${PATIENCE_MS} ms`)), PATIENCE_MS);
      const done = (request) => {
        clearTimeout(lost);
        resolve(request);
      };
      open.set(msg_id, { resolve: done, idle: false, bytes: 0 });
      const header = {
        msg_id,
        session: 'bench',
        username: '',
        date: new Date().toISOString(),
        msg_type,
        version: '5.3',
      };
      const parts = [header, {}, {}, content].map((part) => JSON.stringify(part));
      const hmac = createHmac('sha256', connection.key);
      for (const part of parts) hmac.update(part);
      void socket.send(['<IDS|MSG>', hmac.digest('hex'), ...parts]);
    });

  return {
    request: (type, content = {}) => send(shell, type, content),
    execute: (code, more = {}) =>
      send(shell, 'execute_request', { code, allow_stdin: true, stop_on_error: true, ...more }),
    shutdown: () => send(control, 'shutdown_request', { restart: false }),
    close() {
      for (const socket of [shell, control, iopub]) socket.close();
    },
  };
}
