export { accepted, asking, chosen, completed, offered, type Popup, refined } from './popup.js';
