export { type SecretCutter, secretCutter } from './secrets.js';
