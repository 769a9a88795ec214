import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { TransportFault } from '../../http/index.js';
import type { GatewayError } from './gateway-error.js';

const MAX_LINE_LENGTH = 300;

export const NOT_READY = 'before it was ready';
export type Moment = typeof NOT_READY | 'during a request';

/** What is known of the server when a request to it failed. */
interface Circumstances {
  /** The text for a request that timed out. */
  readonly late: string;
  readonly when: Moment;
  /** How the server ended. */
  readonly end: string | undefined;
  /** The last lines that the server wrote to stderr. */
  readonly remarks: readonly string[];
}

interface Failure {
  readonly code: GatewayError['code'];
  readonly message: string;
  /** The server is at fault in a way that its owner should read in the log. */
  readonly warns: boolean;
}

type Described = readonly [code: GatewayError['code'], message: string];

/** Describes why a request to an MCP server failed. The message follows the name of the server. */
export function describeFailure(error: unknown, around: Circumstances): Failure {
  const expected = expectedFailure(error, around);
  const [code, message] = expected ?? unexpectedFailure(error);
  return { code, message, warns: expected === undefined };
}

function expectedFailure(error: unknown, { late, when, end, remarks }: Circumstances): Described | undefined {
  if (error instanceof McpError && error.code === ErrorCode.RequestTimeout) return ['timeout', late];
  if (error instanceof TransportFault) return describeFault(error, late);
  if (error instanceof StreamableHTTPError) return ['ended', describeStatus(error)];
  if (end !== undefined) return ['ended', `ended ${when} (${end}${when === NOT_READY ? lastOutput(remarks) : ''})`];
  if (error instanceof z.core.$ZodError) return ['malformed', 'sent an invalid response'];
  return undefined;
}

function unexpectedFailure(error: unknown): Described {
  if (error instanceof McpError) return ['refused', `returned an error: ${messageOf(error)}`];
  const text = plainLine(error instanceof Error ? error.message : String(error));
  const [, version] = /protocol version is not supported: (.*)$/.exec(text) ?? [];
  if (version !== undefined) return ['malformed', `uses an unsupported version of MCP: ${version}`];
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return ['ended', `could not be started: the program ${path} does not exist`];
  if (code === 'EACCES') return ['ended', `could not be started: permission to run ${path} is missing`];
  return ['ended', `could not be started or reached: ${text}`];
}

/** The last line that a server wrote before it failed to start. After the start, its output may be unrelated. */
function lastOutput(remarks: readonly string[]): string {
  const last = remarks.findLast((line) => !/^\s*(at |$)|^Node\.js v/.test(line));
  return last === undefined ? '' : `; its last output: ${plainLine(last)}`;
}

/** Returns the message of the server without the prefix that the SDK adds. */
export const messageOf = ({ message }: McpError) => plainLine(message.replace(/^MCP error -?\d+: /, ''));

/** Returns a text of a server as one short line without control characters. */
export function plainLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line;
}

function describeStatus({ code }: StreamableHTTPError): string {
  if (code === 401 || code === 403) return 'rejects the credentials of the gateway';
  return code !== undefined && code > 0 ? `responded with status ${code}` : 'did not respond with MCP';
}

function describeFault({ kind }: TransportFault, late: string): Described {
  if (kind === 'timeout') return ['timeout', late];
  if (kind === 'too_large') return ['too_large', 'sent too many bytes'];
  if (kind === 'not_allowed')
    return ['not_allowed', 'is not on this machine; add --live to send requests to other machines'];
  return ['ended', 'cannot be reached'];
}
