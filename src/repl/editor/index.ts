export { highlighted, type Run, type Style } from './highlight.js';
export { newline } from './indent.js';
export { cleared, isOnFirstLine, isOnLastLine, reduce } from './reduce.js';
export { type EditorState, EMPTY, holding, replaced } from './state.js';
export { graphemes, wordEnd } from './stops.js';
