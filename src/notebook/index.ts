import { checkLine, createCheck, createValue } from '../bench/index.js';
import type { RestClient } from '../client/index.js';
import type { Sandbox } from '../sandbox/index.js';
import type { Agent, SkillRegistry } from '../skills/index.js';
import { createDisplay, type Display } from './display.js';
import { host, printLine } from './host.js';
import type { Check, CheckTest, UseOptions, Value, Where } from './public-types.js';
import { createUse } from './use.js';
import { createWidgets } from './widgets/create-widgets.js';
import type { Widgets } from './widgets/public-types.js';

export type { ProgressBar } from './display.js';
export type { Check, CheckTest, Display, UseOptions, Value, Where, Widgets };

const { bench, mayGoLive, display: show, waiting, comms: port } = host();

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

/**
 * Changes where requests go: `'sandbox'`, `'live'` or `{ replay: FILE }`. Returns the new mode as one line of text. With
 * a `seed`, the sandbox starts again with other ids.
 */
export const use: (where: Where, options?: UseOptions) => Promise<string> = createUse(bench, {
  mayGoLive,
  strict: process.env.PATCHBAY_STRICT === '1',
});

/** Controls such as sliders, and forms for operations. Where the front end has no widgets, they are shown as text. */
export const widgets: Widgets = createWidgets({ bench, port, waiting });

/** Runs a test of an exercise and prints its points: `check(points, message, test)`. `patchbay class grade` counts them. */
export const check: Check = createCheck((result) => printLine(checkLine(result)));

/** Returns a copy of the variable with this name, for the test of an exercise. */
export const value: Value = createValue(bench.scope.peek);
