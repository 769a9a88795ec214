import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as McpTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Transport } from '../../http/index.js';
import { packageVersion } from '../../util/index.js';
import { NO_VALIDATION } from '../no-validation.js';
import type { GatewayConfig, GatewayLog, ServiceConfig } from './config.js';
import { fetchThrough } from './fetch-through.js';
import { GatewayError } from './gateway-error.js';
import { describeFailure, type Moment, messageOf, NOT_READY, plainLine } from './peer-failure.js';
import { ProcessTransport } from './process-transport.js';
import type { Reaper } from './reaper.js';
import { prepareStart } from './sandbox.js';
import { ServerProcess } from './server-process.js';

export interface PeerSurroundings {
  readonly limits: GatewayConfig['limits'];
  readonly folder: string;
  readonly sandboxes: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly transport: Transport;
  readonly reaper: Reaper;
  readonly log: GatewayLog;
}

export interface McpTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

// Less strict than the schemas of the SDK, so that new content or one invalid tool does not fail the response.
const Page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });
const ToolShape = z.object({
  name: z.string('it has no name').min(1, 'it has no name').max(128, 'its name has more than 128 characters'),
  description: z.string('its description is not text').optional(),
  inputSchema: z.looseObject(
    { type: z.literal('object', 'its schema does not describe an object') },
    'it has no schema',
  ),
});
const Result = z.looseObject({
  content: z.array(z.looseObject({ type: z.string() })).default([]),
  isError: z.boolean().optional(),
  structuredContent: z.unknown().optional(),
});
export type McpResult = z.output<typeof Result>;

const MAX_PAGES = 100;
const PONG_MS = 2000;
const LAST_REMARKS = 20;
const SHOWN_REMARKS = 5;

/** A connection to one MCP server: its own process, or a session with a server that is already running. */
export class Peer {
  readonly #name: string;
  readonly #limits: GatewayConfig['limits'];
  readonly #log: GatewayLog;
  readonly #client = new Client(
    { name: 'patchbay-mcp-gateway', version: packageVersion() },
    { capabilities: {}, jsonSchemaValidator: NO_VALIDATION },
  );
  /** Aborts the requests that are waiting for a response. */
  readonly #waiting = new Set<AbortController>();
  readonly #remarks: string[] = [];
  #closeRemote: (() => Promise<void>) | undefined;
  #end: string | undefined;
  #closing: Promise<void> | undefined;
  /** After a request timed out: resolves to whether the server still answers. */
  #liveness: Promise<boolean> = Promise.resolve(true);
  /** Resolves when the connection starts to close. `close()` resolves when it is closed. */
  readonly over: Promise<void>;
  #isOver = () => {};

  private constructor(name: string, { limits, log }: PeerSurroundings) {
    this.#name = name;
    this.#limits = limits;
    this.#log = (level, message) => log(level, `${name}: ${message}`);
    this.over = new Promise((resolve) => {
      this.#isOver = resolve;
    });
    this.#client.onclose = () => void this.close();
  }

  static async connect(name: string, service: ServiceConfig, around: PeerSurroundings, signal?: AbortSignal) {
    const peer = new Peer(name, around);
    const timeout = around.limits.start_seconds * 1000;
    try {
      const transport = await peer.#open(service, around);
      await peer.#waitFor((own) => peer.#client.connect(transport, { timeout, signal: own }), signal);
      return peer;
    } catch (error) {
      const explained = peer.#explained(error, `did not start within ${around.limits.start_seconds} s`, NOT_READY);
      await peer.close();
      throw explained;
    }
  }

  async tools(): Promise<McpTool[]> {
    const found: McpTool[] = [];
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await this.#ask('tools/list', cursor === undefined ? {} : { cursor }, Page);
      found.push(...page.tools.flatMap((tool) => this.#toolFrom(tool)));
      cursor = page.nextCursor;
      if (cursor !== undefined && (seen.has(cursor) || seen.size === MAX_PAGES))
        throw new GatewayError('malformed', `${this.#name} returns an endless list of tools`);
      if (cursor !== undefined) seen.add(cursor);
    } while (cursor !== undefined && found.length < this.#limits.tools);
    if (found.length > this.#limits.tools || cursor !== undefined)
      this.#log('warning', `has more than ${this.#limits.tools} tools; the others are ignored`);
    return found.slice(0, this.#limits.tools);
  }

  /** Calls a tool. If the server answers with a JSON-RPC error, the result has that error as its content. */
  async call(tool: string, args: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<McpResult> {
    try {
      return await this.#ask('tools/call', { name: tool, arguments: args }, Result, signal);
    } catch (error) {
      const { cause } = error as Error;
      if (!(error instanceof GatewayError) || error.code !== 'refused' || !(cause instanceof McpError)) throw error;
      return { content: [{ type: 'text', text: messageOf(cause) }], isError: true };
    }
  }

  /** Returns whether the connection can be used, after a pending ping. A dead connection is closed. */
  async isAlive(): Promise<boolean> {
    const isAlive = (await this.#liveness) && this.#end === undefined;
    if (!isAlive) await this.close();
    return isAlive;
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#end ??= 'the gateway closed it';
    this.#isOver();
    await this.#closeRemote?.();
    await this.#client.close();
  }

  async #open(service: ServiceConfig, around: PeerSurroundings): Promise<McpTransport> {
    if (service.url !== undefined) return this.#remote(service.url, service.headers, around);
    const server = await ServerProcess.start(prepareStart(service, around), around.reaper);
    void server.ended.then((how) => this.#ended(how));
    const { message_bytes: mostBytes } = this.#limits;
    const transport = new ProcessTransport(server, {
      mostBytes,
      tooLong: () => this.#giveUp(new GatewayError('too_large', `${this.#name} sent more than ${mostBytes} bytes`)),
      remark: (line) => {
        this.#remarks.push(line);
        if (this.#remarks.length > LAST_REMARKS) this.#remarks.shift();
        this.#log('debug', line);
      },
    });
    // Until the client owns the transport, only this function can close it.
    this.#closeRemote = () => transport.close();
    return transport;
  }

  #remote(url: string, headers: Record<string, string>, { transport }: PeerSurroundings): McpTransport {
    const { message_bytes: mostBytes, start_seconds, call_seconds } = this.#limits;
    // The client enforces the timeout of each request. This longer one keeps a socket from staying open forever.
    const timeoutMs = (Math.max(start_seconds, call_seconds) + 5) * 1000;
    const remote = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers },
      fetch: fetchThrough(transport, { mostBytes, timeoutMs }),
    });
    this.#closeRemote = () =>
      remote.terminateSession().catch((error) => this.#log('info', `its session was not ended: ${error.message}`));
    return remote as McpTransport;
  }

  async #ask<T extends z.ZodType>(method: string, params: object, schema: T, signal?: AbortSignal) {
    const { call_seconds } = this.#limits;
    const timeout = call_seconds * 1000;
    const request = { method, params: { ...params } };
    try {
      const ask = (own: AbortSignal) => this.#client.request(request, schema, { signal: own, timeout });
      return (await this.#waitFor(ask, signal)) as z.output<T>;
    } catch (error) {
      const explained = this.#explained(error, `did not answer within ${call_seconds} s`, 'during a request');
      if (explained.code === 'timeout') this.#endUnlessAlive();
      throw explained;
    }
  }

  async #waitFor<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const own = new AbortController();
    const abort = () => own.abort(new GatewayError('cancelled', 'the call was cancelled'));
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    this.#waiting.add(own);
    try {
      own.signal.throwIfAborted();
      return await work(own.signal);
    } catch (error) {
      // The client may have wrapped the reason in another error.
      throw own.signal.aborted ? own.signal.reason : error;
    } finally {
      this.#waiting.delete(own);
      signal?.removeEventListener('abort', abort);
    }
  }

  #giveUp(reason: GatewayError): void {
    for (const one of this.#waiting) one.abort(reason);
  }

  #ended(how: string): void {
    const wasAsked = this.#end !== undefined;
    this.#end ??= how;
    if (wasAsked) return;
    const remarks = this.#remarks.slice(-SHOWN_REMARKS);
    const last = remarks.length > 0 ? `; its last output: ${remarks.join(' | ')}` : '';
    this.#log('warning', `${how}${last}`);
  }

  /** Pings the server after a timeout. A slow server continues; one that does not answer is closed. */
  #endUnlessAlive(): void {
    this.#liveness = this.#client.ping({ timeout: PONG_MS }).then(
      () => true,
      () => {
        if (this.#end === undefined) this.#log('warning', 'does not respond; the gateway ends it');
        void this.close();
        return false;
      },
    );
  }

  #explained(error: unknown, late: string, when: Moment): GatewayError {
    if (error instanceof GatewayError) return error;
    this.#log('info', `a request failed: ${plainLine(error instanceof Error ? error.message : String(error))}`);
    const { code, message, warns } = describeFailure(error, { late, when, end: this.#end, remarks: this.#remarks });
    if (warns) this.#log('warning', message);
    return new GatewayError(code, `${this.#name} ${message}`, { cause: error });
  }

  #toolFrom(tool: unknown): McpTool[] {
    const { data, error } = ToolShape.safeParse(tool);
    if (error)
      this.#log('warning', `${nameOf(tool)} is ignored: ${error.issues.map(({ message }) => message).join(', ')}`);
    return data ? [data] : [];
  }
}

function nameOf(tool: unknown): string {
  const name = typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined;
  return typeof name === 'string' && name !== '' ? `the tool ${plainLine(name).slice(0, 60)}` : 'a tool';
}
