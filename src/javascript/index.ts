export { JavaScriptParser } from './parser.js';
export { type CodeToken, codeTokens } from './tokens.js';
