import { mcpGatewayUse, parse } from '../../commands/index.js';
import { setEgress } from '../../http/index.js';
import { readGatewayConfig, startGateway } from '../../mcp/index.js';
import { FINE, UsageError } from '../exit-codes.js';
import { portOf } from '../options.js';
import { writeErr, writeOut } from '../output.js';
import { untilStopped } from '../signals.js';

export async function mcpGateway(args: readonly string[], stopped: Promise<unknown> = untilStopped()): Promise<number> {
  const { values, positionals } = parse(args, mcpGatewayUse.options);
  const { config: file, live } = values;
  const port = values.port === undefined ? undefined : portOf(values.port);
  if (positionals.length > 0 || file === undefined) throw new UsageError('skills mcp-gateway needs --config FILE');
  // This policy applies to servers that are reached over HTTP. A server that runs as a process makes its own
  // connections.
  setEgress(live ? 'open' : 'loopback');
  const { config, folder, warnings } = await usage(() => readGatewayConfig(file, process.env));
  const log = (level: string, message: string) => writeErr(`patchbay: ${level}: ${message}\n`);
  for (const warning of warnings) log('warning', warning);
  const server = port !== undefined ? { ...config.server, port } : config.server;
  const gateway = await usage(() => startGateway({ ...config, server }, { folder, env: process.env, log }));
  const names = Object.entries(config.services).map(([name, { enabled }]) => (enabled ? name : `${name} (disabled)`));
  const params = JSON.stringify({ gateway_url: gateway.url });
  writeOut(
    [
      `The gateway is running at ${gateway.url} with ${names.join(', ') || 'no services'}. Ctrl-C stops it.`,
      '',
      `export MCP_GATEWAY_AUTH_TOKEN=${gateway.madeToken ?? "'the token of the configuration'"}`,
      `patchbay skills show mcp_gateway --params '${params}'`,
      '',
    ].join('\n'),
  );
  await stopped;
  await gateway.close();
  return FINE;
}

async function usage<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}
