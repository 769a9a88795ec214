import { join, sep } from 'node:path';
import { packageRoot } from './paths.js';

const UPDATED = 'Patchbay was updated while this session was running. Restart it.';

/**
 * Returns the message to show if a file of the built package could not be loaded. Most files load when they are first
 * needed, and an update removes the old ones.
 */
export function updateMessage(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  const [, missing = ''] = /^Cannot find module '([^']+)' imported from/.exec(error.message) ?? [];
  return missing.startsWith(join(packageRoot(), 'dist') + sep) ? UPDATED : undefined;
}
