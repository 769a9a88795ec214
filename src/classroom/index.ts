export { openClass } from './assignment/class-folder.js';
export { type ClassGrade, gradeClass, type LearnerGrade } from './grade/grade-class.js';
export { assign } from './hand-out/assign.js';
export { collect } from './hand-out/collect.js';
export { EXAMPLE, newClass } from './hand-out/new-class.js';
export { resultsJson } from './report/tables.js';
export { writeResults } from './report/write-results.js';
