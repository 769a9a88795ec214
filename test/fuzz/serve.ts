// Runs one input at a time for a parent, which ends this process when an input takes too long.

import type { OutsideParser } from '../support/parsers/index.js';
import { isCrash } from './crash.js';
import { type Pathology, pathologiesFor } from './generator.js';

/** Either the bytes themselves, or the name and the size of a pathology. */
export interface Order {
  readonly target: string;
  readonly input?: Uint8Array;
  readonly pathology?: string;
  readonly bytes?: number;
}

export interface Cost {
  readonly outcome: 'read' | 'refused' | 'crashed';
  readonly message: string;
  /** Processor time, of all threads. */
  readonly ms: number;
  /** How much the process grew beyond its largest size so far. */
  readonly grownMb: number;
}

/** Runs the inputs that the parent sends for these parsers. */
export function serve(targets: readonly OutsideParser[]): void {
  // The parent starts its clock now: loading takes longer than most inputs.
  process.send?.('ready');
  process.on('message', (order: Order) => {
    const target = targets.find(({ name }) => name === order.target);
    if (!target) throw new Error(`unknown target ${order.target}`);
    void run(order, target).then((cost) => process.send?.(cost));
  });
  // A parser may start several readers and fail in the first one.
  process.on('unhandledRejection', () => {});
}

async function run(order: Order, target: OutsideParser): Promise<Cost> {
  const input = Buffer.from(order.input ?? made(order, target));
  const before = process.resourceUsage();
  let failure: unknown;
  try {
    const result = await target.parse(input);
    const all = await Promise.allSettled(Array.isArray(result) ? result : []);
    failure = all.find((one) => one.status === 'rejected')?.reason;
    const errors = Array.isArray(result) ? result.filter((one) => one instanceof Error) : [];
    failure ??= errors.find(isCrash) ?? errors[0];
  } catch (error) {
    failure = error;
  }
  const after = process.resourceUsage();
  const micros = after.userCPUTime + after.systemCPUTime - before.userCPUTime - before.systemCPUTime;
  const message = failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure ?? '');
  return {
    outcome: failure === undefined ? 'read' : isCrash(failure) ? 'crashed' : 'refused',
    message: message.slice(0, 200),
    ms: micros / 1000,
    grownMb: (after.maxRSS - before.maxRSS) / 1024,
  };
}

/** Made once for the target of the moment: a parent gives one target many inputs. */
let known: { readonly of: OutsideParser; readonly all: ReadonlyMap<string, Pathology> } | undefined;
function pathologiesOf(of: OutsideParser): ReadonlyMap<string, Pathology> {
  if (known?.of !== of) known = { of, all: new Map(pathologiesFor(of).map((one) => [one.name, one])) };
  return known.all;
}

function made({ pathology, bytes = 0 }: Order, parser: OutsideParser): Buffer {
  if (pathology === 'ordinary') return Buffer.from(parser.ordinary(bytes));
  const found = pathologiesOf(parser).get(String(pathology));
  if (!found) throw new Error(`unknown pathology ${pathology}`);
  return Buffer.from(found.make(bytes));
}
