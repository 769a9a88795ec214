// Starts the service with the worker in the first argument, and prints one answer. The process ends by itself, or at once
// if the second argument is "exit".
import { pathToFileURL } from 'node:url';
import { createTypeService } from '../../src/types/index.js';

const service = createTypeService({ entry: pathToFileURL(process.argv[2] as string) });
service.warmUp();
const alive = setInterval(() => {}, 1_000);
const found = await service.complete('', 0, { timeoutMs: 20_000 });
clearInterval(alive);
console.log(JSON.stringify(found?.items));
if (process.argv[3] === 'exit') process.exit();
