import type { startGateway as StartGateway } from './gateway/index.js';
import type { serveHttp as ServeHttp } from './serve/serve-http.js';
import type { serveStdio as ServeStdio } from './serve/serve-stdio.js';

export { readGatewayConfig } from './gateway/read-config.js';

// Imported on demand: the client and the server of the SDK are large, and one process needs only one of them.

/** Serves MCP servers to agents over HTTP. Each call gets its own servers. */
export const startGateway: typeof StartGateway = async (...given) =>
  (await import('./gateway/index.js')).startGateway(...given);

/** Serves the tools of an agent to one MCP client on two streams, until the client closes them. */
export const serveStdio: typeof ServeStdio = async (...given) =>
  (await import('./serve/serve-stdio.js')).serveStdio(...given);

/** Serves the tools of an agent to MCP clients on loopback. */
export const serveHttp: typeof ServeHttp = async (...given) =>
  (await import('./serve/serve-http.js')).serveHttp(...given);
