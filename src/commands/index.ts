export { exchangeNumber, jsonObject, localTarget, policyIn } from './argument-values.js';
export type { CommandOption, CommandOptions, CommandUse, Slot } from './command-use.js';
export { firstSentence, optionPairs, withWords } from './option-help.js';
export { parse } from './parse-options.js';
export {
  addProfile,
  liveCredentials,
  type Profile,
  type Profiles,
  readProfiles,
} from './profiles.js';
export { redactedRecording } from './redacted-recording.js';
export { HOW_TO_KEEP } from './rows/import.js';
export { inspect } from './rows/inspect.js';
export { addProfileUse, PROFILE } from './rows/profile.js';
export { RECORDING, record } from './rows/record.js';
export { MAP, replay } from './rows/replay.js';
export { FROM, sandbox } from './rows/sandbox.js';
export { indexUse, mcpGatewayUse, serveIndexUse, serveUse } from './rows/skills.js';
export { callStory, storySheet } from './runs/call-story.js';
export { type TestCase, type TestSuite, writeJunit } from './runs/junit.js';
export { asUsage, oneName } from './runs/manage-profiles.js';
export {
  type CommandContext,
  type CommandResult,
  type CommandSession,
  type Given,
  type SharedCommand,
  type SharedUse,
  type SkillFlags,
  type SkillSource,
  sharedCommand,
} from './shared-command.js';
export { sharedCommands } from './shared-commands.js';
export { sandboxOf, signingOptions } from './signing.js';
