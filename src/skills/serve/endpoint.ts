import {
  type BasicAuth,
  isAuthorized,
  jsonResponse,
  type Transport,
  type WireRequest,
  type WireResponse,
} from '../../http/index.js';
import { isPlain, jsonOf } from '../../util/index.js';
import type { Agent } from '../agent/agent.js';
import type { CallTokens } from './call-tokens.js';
import { readToolRequest } from './tool-request.js';

interface EndpointOptions {
  readonly tokens: CallTokens;
  readonly auth: BasicAuth | undefined;
  document(call_id: string): Record<string, unknown>;
}

/** The response to the model if a tool failed. The reason may contain data that callers must not hear. */
const TOOL_FAILED = 'The tool failed. Tell the caller, and offer to continue without it.';

/** `POST /swaig` calls a tool, and `POST /` returns the document if there is a password for it. */
export function toolEndpoint(agent: Agent, { tokens, auth, document }: EndpointOptions): Transport {
  async function callTool(url: URL, body: string): Promise<WireResponse> {
    const request = readToolRequest(body);
    if (typeof request === 'string') return jsonResponse(400, { error: request });
    const { tool, call_id, args, raw_data } = request;
    const token = url.searchParams.get('__token') ?? url.searchParams.get('token');
    const status = tokens.check(token, { call_id, tool });
    if (status !== 'valid') return jsonResponse(401, { error: `the token is ${status}` });
    if (!agent.tools.some(({ name }) => name === tool)) return jsonResponse(404, { error: `unknown function ${tool}` });
    return jsonResponse(200, await resultOf(tool, args, raw_data));
  }

  async function resultOf(...call: Parameters<Agent['call_tool']>): Promise<Record<string, unknown>> {
    try {
      return (await agent.call_tool(...call)).to_dict();
    } catch (error) {
      // The model can correct its arguments. Listeners receive all other errors.
      return { response: error instanceof TypeError ? error.message : TOOL_FAILED };
    }
  }

  return {
    async send({ method, url: address, headers, body = '' }: WireRequest): Promise<WireResponse> {
      const url = new URL(address);
      const isDocument = url.pathname === '/' && auth !== undefined;
      if (url.pathname !== '/swaig' && !isDocument) return jsonResponse(404, { error: 'not found' });
      if (isDocument && !isAuthorized(headers.authorization, auth))
        return jsonResponse(401, { error: 'a user name and a password are required' }, { 'www-authenticate': 'Basic' });
      if (method !== 'POST') return jsonResponse(405, { error: 'the method must be POST' }, { allow: 'POST' });
      if (!/^(application\/json|text\/swaig)\s*(;|$)/i.test(headers['content-type'] ?? ''))
        return jsonResponse(415, { error: 'the body must be JSON' });
      const text = Buffer.from(body).toString();
      return isDocument ? documentFor(text, document) : callTool(url, text);
    },
  };
}

function documentFor(text: string, document: EndpointOptions['document']): WireResponse {
  const content = jsonOf(text);
  const call = isPlain(content) && isPlain(content.call) ? content.call : content;
  const call_id = isPlain(call) ? call.call_id : undefined;
  if (typeof call_id !== 'string' || call_id === '') return jsonResponse(400, { error: 'the body has no call_id' });
  return jsonResponse(200, document(call_id));
}
