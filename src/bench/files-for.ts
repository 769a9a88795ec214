import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Suggestion } from '../assist/index.js';

const MOST = 200;

/** Files and folders that begin like a path. Only names are read, and what cannot be read has none. */
export function filesFor(typed = ''): Suggestion[] {
  const folder = typed.endsWith('/') ? typed : typed.includes('/') ? dirname(typed) : '.';
  const base = typed.endsWith('/') ? typed : typed.includes('/') ? `${folder === '/' ? '' : folder}/` : '';
  const isHidden = typed.slice(base.length).startsWith('.');
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => isHidden || !name.startsWith('.'))
      .slice(0, MOST)
      .map((entry) => ({ text: join(base, entry.name) + (entry.isDirectory() ? '/' : ''), kind: 'value' }));
  } catch {
    return [];
  }
}
