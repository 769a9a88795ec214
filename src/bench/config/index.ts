export { applyConfig } from './apply-config.js';
export { CommandFolders } from './command-folders.js';
export { CONFIG_FILE, type ConfigFile, findConfig, forgetConfig } from './open-config.js';
export { type InputTrust, inputTrust } from './trusted-inputs.js';
