export { type Gateway, type GatewayOptions, startGateway } from './gateway/index.js';
export { readGatewayConfig } from './gateway/read-config.js';
