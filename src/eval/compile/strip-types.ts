import type { SourceMapPayload } from 'node:module';
import { fromEsbuild } from '../errors/source-error.js';

export interface Stripped {
  readonly code: string;
  readonly map: SourceMapPayload;
}

/** TypeScript, decorators and `using` to what Node 20 runs. Loads esbuild, which plain JavaScript never needs. */
export async function stripTypes(
  source: string,
  { filename, lowerUsing = false }: { filename: string; lowerUsing?: boolean },
): Promise<Stripped> {
  const { transform } = await import('esbuild');
  try {
    const { code, map } = await transform(source, {
      loader: filename.endsWith('.tsx') ? 'tsx' : 'ts',
      target: 'node20',
      charset: 'utf8',
      legalComments: 'none',
      sourcemap: 'external',
      sourcesContent: false,
      logLevel: 'silent',
      // Top-level `using` is ours: it lasts until the end of the input, and its name is the session's.
      supported: { using: !lowerUsing },
      // An import that this input does not use may be what the next one needs.
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    });
    return { code, map: JSON.parse(map) };
  } catch (error) {
    throw fromEsbuild(error, { source, filename });
  }
}
