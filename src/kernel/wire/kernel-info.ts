import { createRequire } from 'node:module';
import { packageVersion } from '../../util/index.js';
import { compilerVersion, NO_COMPILER } from '../types/compiler.js';
import type { Content } from './messages.js';
import { PROTOCOL_VERSION } from './wire.js';

export function kernelInfo(require: NodeJS.Require = createRequire(import.meta.url)): Content {
  const version = packageVersion();
  const compiler = compilerVersion(require);
  const noTypes = compiler === '' ? ` ${NO_COMPILER}` : '';
  return {
    status: 'ok',
    protocol_version: PROTOCOL_VERSION,
    implementation: 'patchbay',
    implementation_version: version,
    language_info: {
      name: 'typescript',
      version: compiler,
      mimetype: 'text/typescript',
      file_extension: '.ts',
      pygments_lexer: 'typescript',
      codemirror_mode: { mode: 'typescript', name: 'javascript', typescript: true },
      nbconvert_exporter: 'script',
    },
    banner: `Patchbay ${version}: TypeScript with platform, registry, agent and sandbox preloaded.${noTypes}`,
    help_links: [],
    debugger: false,
  };
}
