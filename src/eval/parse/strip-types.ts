import type { SourceMapPayload } from 'node:module';
import { withEsbuild } from '../../util/index.js';
import { fromEsbuild, SourceError, TO_USE_JSX } from '../errors/source-error.js';

export interface Stripped {
  readonly code: string;
  readonly map: SourceMapPayload;
}

/** Compiles TypeScript, decorators and, on request, `using` for Node 20. Loads esbuild. */
export async function stripTypes(
  source: string,
  { filename, lowerUsing = false }: { filename: string; lowerUsing?: boolean },
): Promise<Stripped> {
  try {
    const compiled = await withEsbuild(({ transform }) =>
      transform(source, {
        loader: filename.endsWith('.tsx') ? 'tsx' : 'ts',
        target: 'node20',
        charset: 'utf8',
        legalComments: 'none',
        sourcemap: 'external',
        sourcesContent: false,
        logLevel: 'silent',
        // Top-level `using` is not lowered: it lasts until the end of the input, and its name belongs to the session.
        supported: { using: !lowerUsing },
        // Keeps imports that this input does not use, because a later input may use them.
        tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      }),
    );
    return { code: compiled.code, map: JSON.parse(compiled.map) };
  } catch (error) {
    const isJsx =
      !filename.endsWith('.tsx') &&
      (await withEsbuild(({ transform }) => transform(source, { loader: 'tsx', logLevel: 'silent' })).catch(
        () => false,
      ));
    throw isJsx ? jsxError(error, { source, filename }) : fromEsbuild(error, { source, filename });
  }
}

function jsxError(error: unknown, origin: { source: string; filename: string }): unknown {
  const place = fromEsbuild(error, origin);
  return place instanceof SourceError ? new SourceError(`JSX does not work here. ${TO_USE_JSX}`, place) : place;
}
