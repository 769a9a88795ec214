import { inspect } from 'node:util';
import { cleanLine } from './clean.js';

/** The progress of a task, shown again and again in the same place. */
export class Progress {
  constructor(
    readonly label: string,
    readonly done: number,
    /** Undefined if the total is not known. */
    readonly total?: number,
  ) {}

  /** Between 0 and 1. Undefined without a total. */
  get share(): number | undefined {
    if (this.total === undefined) return undefined;
    return this.total <= 0 ? 1 : Math.min(1, Math.max(0, this.done / this.total));
  }

  get count(): string {
    return this.total === undefined ? String(this.done) : `${this.done} of ${this.total}`;
  }

  [inspect.custom](): string {
    return showProgress(this);
  }
}

const WIDTH = 24;

function showProgress({ label, share, count }: Progress): string {
  const full = Math.round((share ?? 0) * WIDTH);
  const bar = share === undefined ? '' : `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} `;
  return `${cleanLine(label)} ${bar}${count}`;
}
