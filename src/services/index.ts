export { type OfflineOptions, offlineServices } from './offline.js';
