// Bundles the code that runs inside the interpreter of recorded code. It is a script, because the interpreter loads no module.
import { build } from 'esbuild';

/** Returns the text, and the files that are in it. */
export async function guestScript() {
  const { metafile, outputFiles } = await build({
    entryPoints: ['src/eval/isolated/guest/main.ts'],
    bundle: true,
    format: 'iife',
    globalName: 'guest',
    // What needs a module of Node.js does not build.
    platform: 'browser',
    target: 'es2022',
    minifyWhitespace: true,
    lineLimit: 120,
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  return { text: outputFiles[0].text, inputs: Object.keys(metafile.inputs) };
}
