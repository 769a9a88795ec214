import { parse } from './parse.js';

/** Whether an input can run as it stands, waits for more lines, or never will. */
export interface Completeness {
  readonly status: 'complete' | 'incomplete' | 'invalid';
  /** What the next line should start with. */
  readonly indent?: string;
}

export function completeness(source: string): Completeness {
  try {
    parse(source);
    return { status: 'complete' };
  } catch {
    return { status: 'invalid' };
  }
}
