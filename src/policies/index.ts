/** Rules of the operator about when something may be done. */
export { isOpen, unknownZone } from './change-window.js';
