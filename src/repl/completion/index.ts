export { accepted, chosen, completed, type Popup, refined } from './popup.js';
