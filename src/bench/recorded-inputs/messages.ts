import { z } from 'zod';
import type { Cassette } from '../../cassette/index.js';
import type { GuestInput } from '../../eval/index.js';

// The messages between the command and the process that runs the code of a recording: one line of JSON each.

/** The first line on stdin of the process. */
export interface Assignment extends Pick<Cassette, 'header' | 'documents'> {
  readonly inputs: readonly AssignedInput[];
  /** Addresses that stand for the platform. */
  readonly maps: readonly string[];
}

export interface AssignedInput {
  readonly number: number;
  readonly compiled?: GuestInput;
  /** The message of a syntax error, which is the result of the input, as it was in the session. */
  readonly refused?: string;
}

/** The lines that follow: what to do with the next input. */
export type Order = 'run' | 'skip';

/** The lines that the process writes to this file descriptor, which the code of a recording cannot reach. */
export const REPORT_FD = 3;

export const Report = z.discriminatedUnion('kind', [
  /** The process waits for the order for this input. */
  z.object({ kind: z.literal('ready'), input: z.number() }),
  z.object({ kind: z.literal('exchange'), input: z.number(), document: z.unknown() }),
  z.object({ kind: z.literal('note'), text: z.string() }),
  /** The input asked for a name that Node.js has, and the interpreter has not. */
  z.object({ kind: z.literal('absent'), input: z.number(), name: z.string() }),
  /** The input threw an error, or left a rejection without a handler. `isOfRequest`: a request failed. */
  z.object({ kind: z.literal('failed'), input: z.number(), text: z.string(), isOfRequest: z.boolean() }),
  /** The code exceeded a limit. The process ends. */
  z.object({ kind: z.literal('stopped'), text: z.string() }),
  z.object({ kind: z.literal('done') }),
]);
export type Report = z.infer<typeof Report>;
