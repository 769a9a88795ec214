import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../util/index.js';
import type { Content } from './messages.js';
import { PROTOCOL_VERSION } from './wire.js';

/** Returns the content of a `kernel_info_reply`. */
export function kernelInfo(): Content {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };
  return {
    status: 'ok',
    protocol_version: PROTOCOL_VERSION,
    implementation: 'patchbay',
    implementation_version: version,
    language_info: {
      name: 'typescript',
      version: '5.0.4',
      mimetype: 'text/typescript',
      file_extension: '.ts',
      pygments_lexer: 'typescript',
      codemirror_mode: { mode: 'typescript', name: 'javascript', typescript: true },
      nbconvert_exporter: 'script',
    },
    banner: `Patchbay ${version}: TypeScript with platform, registry, agent and sandbox preloaded.`,
    help_links: [],
    debugger: false,
  };
}
