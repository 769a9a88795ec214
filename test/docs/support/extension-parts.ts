/** What the examples of CONTRIBUTING.md are used with. The test bundles this file with the examples in their lists. */
export { createBench } from '../../../src/bench/index.js';
export { explain, exportCase, importCase } from '../../../src/cases/index.js';
export { runCommand } from '../../../src/cli/commands/index.js';
export { operations, walkRows } from '../../../src/client/index.js';
export { redactDocuments } from '../../../src/redact/index.js';
export { createSandbox } from '../../../src/sandbox.js';
export { showText } from '../../../src/show/index.js';
export { Agent, createRegistry } from '../../../src/skills/index.js';
