import { z } from 'zod';
import type { GuestInput } from '../../eval/index.js';
import type { JournalRecord, Snapshot } from '../../sandbox/index.js';

// The messages between the grader and its processes: one line of JSON each.

/** The state of a sandbox and the values of a submission, at the position of a test. */
export interface Evidence {
  readonly snapshot: Snapshot;
  readonly journal: readonly JournalRecord[];
  /** Values that the code of the learner reported. They are data, and may be wrong on purpose. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The first line on stdin of a process. */
export type Task =
  | {
      readonly kind: 'run';
      readonly seed: number;
      readonly memoryBytes: number;
      readonly outputCharacters: number;
      readonly steps: readonly RunStep[];
    }
  | { readonly kind: 'check'; readonly seed: number; readonly steps: readonly CheckStep[] };

/** A cell to run, or a test that needs evidence. `index` is the number of the cell from 1. */
export type RunStep = { readonly index: number } & (
  | { readonly kind: 'cell'; readonly compiled?: GuestInput; readonly refused?: string }
  | { readonly kind: 'evidence'; readonly names: readonly string[] }
);

/** The code of a test, which the teacher wrote. */
export interface CheckStep {
  readonly index: number;
  readonly source: string;
  readonly evidence: Evidence;
}

/** The processes write reports to this file descriptor. The code of learners cannot reach it. */
export const REPORT_FD = 3;

const index = z.int();
const CheckResult = z.object({
  message: z.string(),
  points: z.number(),
  earned: z.number(),
  problem: z.string().optional(),
});

export const Report = z.discriminatedUnion('kind', [
  /** The next step begins. */
  z.object({ kind: z.literal('begin'), index }),
  z.object({ kind: z.literal('ran'), index, output: z.string(), failed: z.string().optional() }),
  z.object({
    kind: z.literal('evidence'),
    index,
    snapshot: z.unknown(),
    journal: z.array(z.unknown()),
    values: z.record(z.string(), z.unknown()),
  }),
  z.object({ kind: z.literal('checked'), index, results: z.array(CheckResult), failed: z.string().optional() }),
  /** The code exceeded a limit. The process ends. */
  z.object({ kind: z.literal('stopped'), text: z.string() }),
  z.object({ kind: z.literal('done') }),
]);
export type Report = z.infer<typeof Report>;
