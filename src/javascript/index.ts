export { type CodeToken, codeTokens } from './tokens.js';
