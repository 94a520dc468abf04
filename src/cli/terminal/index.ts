/** How the command line writes for people. */
export { type Colour, isColoured, paint } from './colour.js';
export { labelled } from './members.js';
export { type Cell, oneLine, printable, table } from './table.js';
export { ago, timeOfDay } from './time.js';
