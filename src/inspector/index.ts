export { inspectProjects } from './inspect-projects.js';
export { inspectRecording } from './inspect-recording.js';
export { inspectSession } from './inspect-session.js';
