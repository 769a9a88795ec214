export { applyConfig } from './apply-config.js';
export { CONFIG_FILE, type ConfigFile, findConfig, forgetConfig } from './open-config.js';
