import { relative } from 'node:path';
import { beforeEach, type TestContext } from 'vitest';
import { isInTurn, ROTATING } from '../rotating-files.js';
import { IS_LONG } from '../rotation.js';

// Skips what other runs take. The names of temporary folders in a title differ between machines.
beforeEach(({ task, skip }: TestContext) => {
  const file = relative(process.cwd(), task.file.filepath);
  if (!IS_LONG && ROTATING.includes(file) && !isInTurn(task.name)) skip('in the turn of another run');
});
