// npm run fuzz -- --seed N --minutes M --target NAME --bytes N --inputs N
// Again: --only NUMBER for one input of a seed, --input BASE64 for any bytes; both need the whole name of the target.
import { parseArgs } from 'node:util';
import { fuzz, inputFor, runAgain } from './runner.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '5' },
    bytes: { type: 'string', default: '32768' },
    inputs: { type: 'string', default: 'Infinity' },
    target: { type: 'string' },
    only: { type: 'string' },
    input: { type: 'string' },
  },
});
const { target } = values;
const [seed, minutes, bytes, inputs] = [values.seed, values.minutes, values.bytes, values.inputs].map(Number) as [
  number,
  number,
  number,
  number,
];

if (target !== undefined && (values.only !== undefined || values.input !== undefined)) {
  const input =
    values.input === undefined
      ? inputFor(target, seed, Number(values.only), bytes)
      : Buffer.from(values.input, 'base64');
  console.log(await runAgain(target, input));
} else {
  console.log(`seed ${seed}, ${minutes} minutes, inputs of up to ${bytes} bytes`);
  const done = await fuzz({ seed, minutes, bytes, inputs, target, say: console.log });
  console.log(
    `${done.failures.length === 0 ? 'ok' : 'failed:'} ${done.inputs} inputs, ${done.failures.length} failures`,
  );
  process.exitCode = done.failures.length === 0 ? 0 : 1;
}
