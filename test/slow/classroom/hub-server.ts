import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Jupyter } from '../kernel/jupyter.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/hub.md'), 'utf8');
const DEADLINE_MS = 120_000;

export interface Folders {
  readonly homes: string;
  readonly lessons: string;
  readonly classroom: string;
}

/** A hub on loopback with the configuration and the script of the page, and a token of a service for the API. */
export async function startHub(jupyter: Jupyter, folders: Folders, learners: number) {
  const folder = join(jupyter.folder, 'hub');
  mkdirSync(folder);
  const token = randomBytes(24).toString('hex');
  const [port, api, proxy] = await freePorts(3);
  const script = join(folder, 'start-learner');
  writeFileSync(script, inTest(blockOf('#!/bin/sh'), folders));
  chmodSync(script, 0o755);
  const config = blockOf('# /etc/jupyterhub/').replaceAll('/srv/start-learner', script);
  writeFileSync(join(folder, 'config.py'), `${config}\n${forTests({ port, api, proxy, token, folders, learners })}`);
  const log = openSync(join(folder, 'hub.txt'), 'w');
  const { PATH } = process.env;
  const child = spawn('/usr/bin/jupyterhub', ['-f', join(folder, 'config.py')], {
    cwd: folder,
    // Debian's programs come first: `/usr/bin/env python3` can be another Python.
    env: { ...jupyter.env, PATH: `/usr/bin:${PATH}` },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = once(child, 'exit').then(() => 'ended' as const);
  const url = `http://127.0.0.1:${port}`;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
    });

  /** Asks again until the answer is there. The hub has no event for it. */
  async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    const end = Date.now() + DEADLINE_MS;
    while (Date.now() < end) {
      const found = await look().catch(() => undefined); // the hub does not listen yet
      if (found !== undefined) return found;
      if ((await Promise.race([setTimeout(250, 'again' as const), ended])) === 'ended') break;
    }
    throw new Error(`${what} did not happen: ${readFileSync(join(folder, 'hub.txt'), 'utf8').slice(-3000)}`);
  }

  return {
    url,
    token,
    ask,
    until,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export type Hub = Awaited<ReturnType<typeof startHub>>;

/** The block of code of the page with this text in its first two lines. */
function blockOf(mark: string): string {
  const blocks = [...PAGE.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  const found = blocks.find((code) => code.split('\n').slice(0, 2).join('\n').includes(mark));
  if (!found) throw new Error(`docs/hub.md has no block with ${mark}`);
  return found;
}

const inTest = (script: string, { lessons, classroom }: Folders): string =>
  script.replaceAll('/srv/lessons', lessons).replaceAll('/srv/voice-101', classroom);

interface TestSetup {
  readonly port: number | undefined;
  readonly api: number | undefined;
  readonly proxy: number | undefined;
  readonly token: string;
  readonly folders: Folders;
  readonly learners: number;
}

/** Learners without accounts on this machine, and free ports. */
function forTests({ port, api, proxy, token, folders, learners }: TestSetup): string {
  return `
c.JupyterHub.bind_url = 'http://127.0.0.1:${port}'
c.JupyterHub.hub_bind_url = 'http://127.0.0.1:${api}'
c.ConfigurableHTTPProxy.api_url = 'http://127.0.0.1:${proxy}'
c.JupyterHub.db_url = 'sqlite:///:memory:'
c.JupyterHub.cookie_secret_file = 'cookie_secret'
c.JupyterHub.authenticator_class = 'dummy'
c.DummyAuthenticator.password = '${token}'
c.JupyterHub.spawner_class = 'simple'
c.JupyterHub.concurrent_spawn_limit = ${learners}
c.SimpleLocalProcessSpawner.home_dir_template = '${folders.homes}/{username}'
c.Spawner.args = ['--allow-root']
c.Spawner.env_keep = ['PATH', 'JUPYTER_PATH', 'LANG', 'PYTHONPATH']
c.JupyterHub.services = [{'name': 'teacher', 'api_token': '${token}'}]
c.JupyterHub.load_roles = [{
    'name': 'teacher', 'services': ['teacher'],
    'scopes': ['admin:users', 'admin:servers', 'access:servers'],
}]
`;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) server.close();
  return ports;
}
