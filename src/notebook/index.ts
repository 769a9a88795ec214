import type { RestClient } from '../client/index.js';
import type { Sandbox } from '../sandbox/index.js';
import type { Agent, SkillRegistry } from '../skills/index.js';
import { createDisplay, type Display } from './display.js';
import { host } from './host.js';
import type { Where } from './public-types.js';
import { createUse } from './use.js';

export type { ProgressBar } from './display.js';
export type { Display, Where };

const { bench, mayGoLive, display: show, waiting } = host();

/** The platform client. Its requests go to the sandbox until `use` changes that. */
export const platform = bench.globals.platform as RestClient;

/** The agent skills. */
export const registry = bench.globals.registry as SkillRegistry;

/** An agent to add skills to. */
export const agent = bench.globals.agent as Agent;

/** The simulated platform that `platform` uses. */
export const sandbox = bench.globals.sandbox as Sandbox;

/** Shows a value below the cell, from any line of the cell. `display.progress` shows a progress bar. */
export const display: Display = createDisplay(show, waiting && { waiting });

/** Changes where requests go: `'sandbox'`, `'live'` or `{ replay: FILE }`. Returns the new mode as one line of text. */
export const use: (where: Where) => Promise<string> = createUse(bench, {
  mayGoLive,
  strict: process.env.PATCHBAY_STRICT === '1',
});
