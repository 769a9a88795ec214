import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readGatewayConfig } from '../../src/mcp/index.js';

const folder = mkdtempSync(join(tmpdir(), 'gateway-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'gateway.json');

function read(content: unknown, env: Record<string, string> = {}) {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readGatewayConfig(file, env);
}

describe('the gateway configuration', () => {
  it('has a default for everything but its services', () => {
    const { config, warnings } = read({ services: { todo: { command: ['node', 'todo.js'] } } });
    expect(warnings).toEqual([]);
    expect(config.server).toMatchObject({ host: '127.0.0.1', port: 8080, public_hosts: [] });
    expect(config.session).toEqual({
      default_timeout: 300,
      max_sessions_per_service: 100,
      max_total_sessions: 500,
      cleanup_interval: 60,
      sandbox_dir: undefined,
    });
    expect(config.services.todo).toMatchObject({
      enabled: true,
      sandbox: { enabled: true, restricted_env: true, resource_limits: { cpu_seconds: 300, file_mb: 100 } },
    });
  });

  it('replaces variables, and accepts numbers and flags as text', () => {
    const content = {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: variables of the configuration
      server: { port: '${MY_PORT|8100}', auth_token: '${MY_TOKEN}', auth_user: '${MY_USER|}', auth_password: '' },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: variables of the configuration
      services: { todo: { command: ['node', '${MISSING}'], enabled: 'false', sandbox: { resource_limits: false } } },
    };
    const { config, warnings } = read(content, { MY_TOKEN: 'secret' });
    expect(config.server).toMatchObject({ port: 8100, auth_token: 'secret', auth_user: undefined });
    expect(config.services.todo).toMatchObject({ enabled: false, sandbox: { resource_limits: {} } });
    expect(warnings).toEqual([`${file}: \${MISSING} is not set and has no default; it is read as empty text`]);
    expect(read(content, { MY_PORT: '9000' }).config.server.port).toBe(9000);
  });

  it('reads omitted keys from the environment', () => {
    const env = { MCP_PORT: '9001', MCP_AUTH_TOKEN: 'from-env', MCP_MAX_SESSIONS: '7', MCP_SESSION_TIMEOUT: '60' };
    const { config } = read({ server: { port: 8000 }, services: {} }, env);
    expect([config.server.port, config.server.auth_token]).toEqual([8000, 'from-env']);
    expect(config.session).toMatchObject({ max_total_sessions: 7, default_timeout: 60 });
  });

  it('accepts a command in the form of MCP clients', () => {
    const { config } = read({ services: { files: { command: 'npx', args: ['-y', 'server'], env: { KEY: 'x' } } } });
    expect(config.services.files).toMatchObject({ command: 'npx', args: ['-y', 'server'], env: { KEY: 'x' } });
  });

  it('warns about keys that have no effect', () => {
    const { warnings } = read({ services: {}, rate_limiting: { storage_uri: 'memory://' }, sessions: {} });
    expect(warnings).toEqual([`${file}: rate_limiting.storage_uri has no effect`, `${file}: sessions has no effect`]);
  });

  it.each([
    ['{', 'the file is not JSON: '],
    ['[]', 'the file must contain a JSON object'],
    [{}, 'services: it is missing; it must be an object'],
    [{ services: { 'a b': { command: ['x'] } } }, 'a service name must have 1 to 64 letters'],
    [{ services: { a: {} } }, 'services.a: set either command, to start a server, or url'],
    [{ services: { a: { command: ['x'], url: 'http://127.0.0.1/mcp' } } }, 'services.a: set either command'],
    [{ services: { a: { url: 'file:///etc/passwd' } } }, 'services.a.url: it must be an http or https URL'],
    [{ services: {}, server: { port: 'many' } }, 'server.port: it must be a number'],
    [{ services: {}, server: { port: 70000 } }, 'server.port: it must be at most 65535'],
    [{ services: {}, server: 5 }, 'server: it must be an object'],
    [{ services: [] }, 'services: it must be an object'],
    [{ services: { a: { command: 5 } } }, 'services.a.command: it must be text, or it must be a list'],
    [{ services: {}, logging: { level: 'loud' } }, 'logging.level: it must be one of debug, info, warning, error'],
    [{ services: {}, rate_limiting: { call_limit: 'often' } }, 'it must look like "30 per minute"'],
    [{ services: {}, session: { default_timeout: 0 } }, 'session.default_timeout: it must be more than 0'],
  ])('is rejected if it is %j', (content, problem) => {
    expect(() => read(content)).toThrow(problem);
    expect(() => read(content)).toThrow(file);
  });
});
