// Kernels as processes of their own, each ready when it has answered on both sockets.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect } from './client.mjs';

const root = new URL('../../', import.meta.url).pathname;
const COMMANDS = {
  patchbay: (file) => [join(root, 'dist/kernel-main.js'), file],
  tslab: (file) => [join(root, 'node_modules/tslab/bin/tslab'), 'kernel', '--config-path', file],
};

export async function start(name, folder) {
  const connection = await newConnection();
  const file = join(folder, `${randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(connection));
  const env = { ...process.env, PATCHBAY_STATE_DIR: folder };
  const child = spawn(process.execPath, COMMANDS[name](file), { cwd: folder, env, stdio: 'ignore' });
  const client = connect(connection);
  await answering(client);
  return {
    ...client,
    async stop() {
      const ended = once(child, 'exit');
      client.shutdown().catch(() => {}); // it may be gone before its answer
      const killer = global.setTimeout(() => child.kill('SIGKILL'), 3000);
      await ended;
      clearTimeout(killer);
      client.close();
    },
  };
}

/** A subscription takes a moment to arrive: asked again now and then until any answer has come on both sockets. */
async function answering(client) {
  let answered = false;
  while (!answered) {
    const asked = client.request('kernel_info_request').then(
      () => {
        answered = true;
      },
      () => {},
    );
    await Promise.race([asked, setTimeout(100)]);
  }
}

async function newConnection() {
  const servers = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const [shell_port, iopub_port, stdin_port, control_port, hb_port] = servers.map((server) => server.address().port);
  for (const server of servers) server.close();
  const ports = { shell_port, iopub_port, stdin_port, control_port, hb_port };
  return { transport: 'tcp', ip: '127.0.0.1', ...ports, key: randomUUID(), signature_scheme: 'hmac-sha256' };
}
