import { z } from 'zod';
import type { Cassette } from '../../cassette/index.js';
import type { RecordedInput } from './recorded-inputs.js';

// The messages between the command and the process that runs the code of a recording: one line of JSON each.

/** The first line on stdin of the process. */
export interface Assignment extends Pick<Cassette, 'header' | 'documents'> {
  readonly inputs: readonly RecordedInput[];
  /** Addresses that stand for the platform. */
  readonly maps: readonly string[];
}

/** The lines that follow: what to do with the next input. */
export type Order = 'run' | 'skip';

/** The lines that the process writes to this file descriptor. Written synchronously, so that `process.exit` loses none. */
export const REPORT_FD = 3;

/** The code of a recording runs in the process that reports, so a report may contain anything. */
export const Report = z.discriminatedUnion('kind', [
  /** The process waits for the order for this input. */
  z.object({ kind: z.literal('ready'), input: z.number() }),
  z.object({ kind: z.literal('exchange'), input: z.number(), document: z.unknown() }),
  z.object({ kind: z.literal('note'), text: z.string() }),
  z.object({ kind: z.literal('done') }),
]);
export type Report = z.infer<typeof Report>;
