import { check } from './rows/check.js';
import { explain } from './rows/explain.js';
import { exportCommand } from './rows/export.js';
import { importCommand } from './rows/import.js';
import { inspect } from './rows/inspect.js';
import { minimize } from './rows/minimize.js';
import { profile } from './rows/profile.js';
import { record } from './rows/record.js';
import { replay } from './rows/replay.js';
import { ring } from './rows/ring.js';
import { sandbox } from './rows/sandbox.js';
import { skills } from './rows/skills.js';
import type { SharedCommand } from './shared-command.js';

/** The commands that shell and prompt share, in the order of the help. The key is the name without a dot. */
export const sharedCommands: Readonly<Record<string, SharedCommand>> = {
  sandbox,
  ring,
  check,
  import: importCommand,
  explain,
  inspect,
  replay,
  minimize,
  export: exportCommand,
  record,
  skills,
  profile,
};
