import type { ParameterSchema } from '../../index.js';

export const MCP_GATEWAY_PARAMETERS = {
  gateway_url: {
    type: 'string',
    description: 'Address of the gateway, such as http://127.0.0.1:8080.',
    required: true,
  },
  auth_token: {
    type: 'string',
    description: 'Token of the gateway.',
    hidden: true,
    required_without: 'auth_user',
    env_var: 'MCP_GATEWAY_AUTH_TOKEN',
  },
  auth_user: {
    type: 'string',
    description: 'User name for a gateway without a token.',
    env_var: 'MCP_GATEWAY_AUTH_USER',
  },
  auth_password: {
    type: 'string',
    description: 'Password of that user.',
    hidden: true,
    env_var: 'MCP_GATEWAY_AUTH_PASSWORD',
  },
  services: {
    type: 'array',
    description: 'Services of the gateway to offer. An empty list offers all.',
    default: [],
    items: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Name of the service.', required: true },
        tools: {
          type: 'array',
          description: 'Names of the tools to offer, or "*" for all.',
          default: '*',
          also: ['*'],
          items: { type: 'string' },
        },
      },
    },
  },
  session_timeout: {
    type: 'integer',
    description: 'Seconds after which the gateway ends an idle session.',
    default: 300,
    min: 1,
    max: 3600,
  },
  tool_prefix: { type: 'string', description: 'Prefix of the tool names.', default: 'mcp_' },
  retry_attempts: {
    type: 'integer',
    description: 'Maximum attempts of a request. A tool call is repeated only if the tool cannot have run.',
    default: 3,
    min: 1,
    max: 10,
  },
  request_timeout: {
    type: 'integer',
    description: 'Seconds to wait for a response of the gateway.',
    default: 30,
    min: 1,
    max: 300,
  },
  verify_ssl: {
    type: 'boolean',
    description: 'Check the TLS certificate of the gateway.',
    default: true,
  },
} as const satisfies ParameterSchema;
