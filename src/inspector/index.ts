export { createInspector, type Inspector, type InspectorOptions } from './inspector.js';
