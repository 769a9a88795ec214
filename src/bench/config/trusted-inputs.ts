import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Trusted } from './allowed.js';
import { changesIn } from './open-config.js';

/** Whether the user trusted the code in a recording, as it is now. */
export interface InputTrust {
  readonly status: 'allowed' | 'new' | 'changed';
  /** Such as `input 2 changed`. */
  readonly changes: readonly string[];
  /** Trusts the code as it is now. Another recording with the same name needs trust again. */
  allow(): void;
}

export async function inputTrust(file: string, sources: readonly string[]): Promise<InputTrust> {
  // Loaded on demand, because only recorded code and a folder with a config file need it.
  const { allow, allowanceFor } = await import('./allowed.js');
  const path = resolve(file);
  const parts = Object.fromEntries(sources.map((source, index) => [`input ${index + 1}`, hashOf(source)]));
  const current: Trusted = { hash: hashOf(JSON.stringify(sources)), parts };
  const before = allowanceFor(path);
  return {
    status: before === undefined ? 'new' : before.hash === current.hash ? 'allowed' : 'changed',
    changes: changesIn(before, current, (part) => part),
    allow: () => allow(path, { ...current, folders: {} }),
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
