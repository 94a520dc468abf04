/** Rules of the operator about the times at which actions are permitted. */
export { isOpen, unknownZone } from './change-window.js';
