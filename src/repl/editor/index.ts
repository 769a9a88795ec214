export { highlighted, type Run, type Style, selected } from './highlight.js';
export { newline } from './indent.js';
export { cleared, isOnFirstLine, isOnLastLine, reduce } from './reduce.js';
export { type EditorState, EMPTY, holding, movedTo, redone, replaced, undone } from './state.js';
export { lineEnd, lineStart, nextStop, previousStop, wordEnd } from './stops.js';
