// The size of the client in a program that esbuild bundles: minified and gzipped, in units of 1,000 bytes.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { promise } from '../promise.mjs';

const root = new URL('../..', import.meta.url).pathname;

await measure('patchbay/client/fetch', 'browser', 60);
await measure('patchbay/client', 'node', 150);

async function measure(entry, platform, most) {
  const contents = `import { RestClient } from '${entry}'; console.log(await new RestClient().queues.list());`;
  const { outputFiles } = await build({
    ...{ stdin: { contents, resolveDir: root }, platform, bundle: true, minify: true, format: 'esm', write: false },
  });
  const kilobytes = gzipSync(outputFiles[0].contents).length / 1000;
  console.log(`${entry}: ${kilobytes.toFixed(1)} kB`);
  promise(`${entry} in a bundle, of ${most} kB`, kilobytes / most, { most: 1 });
}
