// Bundles the page of the inspector: one script and one style sheet, which need nothing else.
import { build } from 'esbuild';

/** Returns the texts, and the files that are in them. */
export async function pageFiles() {
  const { metafile, outputFiles } = await build({
    entryPoints: { page: 'src/inspector/page/app.tsx' },
    outdir: 'dist/inspector',
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome109', 'firefox115', 'safari16'],
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  return { files: outputFiles, inputs: Object.keys(metafile.inputs) };
}
