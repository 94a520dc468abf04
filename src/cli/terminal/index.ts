/** Output of the command line for people. */
export { type Colour, isColoured, paint } from './colour.js';
export { labelled, type Painted } from './members.js';
export { type Cell, indented, oneLine, printable, table } from './table.js';
export { ago, timeOfDay } from './time.js';
