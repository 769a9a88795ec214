import type { ParameterSchema } from '../../index.js';

export const MCP_GATEWAY_PARAMETERS: ParameterSchema = {
  gateway_url: { type: 'string', description: 'Address of the gateway, like http://127.0.0.1:8080.', required: true },
  auth_token: {
    type: 'string',
    description: 'Token of the gateway.',
    hidden: true,
    required_without: 'auth_user',
    env_var: 'MCP_GATEWAY_AUTH_TOKEN',
  },
  auth_user: {
    type: 'string',
    description: 'User name at the gateway, where it wants no token.',
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
    description: 'Services of the gateway to offer; all of them when it is empty.',
    default: [],
    items: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Name of the service.', required: true },
        tools: {
          type: 'array',
          description: 'Names of its tools to offer, or "*" for all.',
          default: '*',
          also: ['*'],
          items: { type: 'string' },
        },
      },
    },
  },
  session_timeout: {
    type: 'integer',
    description: 'Seconds after which the gateway ends a session that nobody uses.',
    default: 300,
    min: 1,
    max: 3600,
  },
  tool_prefix: { type: 'string', description: 'What the names of the tools begin with.', default: 'mcp_' },
  retry_attempts: {
    type: 'integer',
    description: 'How often a request is tried. A call of a tool is tried again only when nothing can have been done.',
    default: 3,
    min: 1,
    max: 10,
  },
  request_timeout: {
    type: 'integer',
    description: 'Seconds to wait for an answer of the gateway.',
    default: 30,
    min: 1,
    max: 300,
  },
  verify_ssl: {
    type: 'boolean',
    description: 'Check the certificate of the gateway.',
    default: true,
  },
};
