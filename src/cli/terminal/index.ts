/** Output of the command line for people. */
export { type Colour, isColoured, paint } from './colour.js';
export { cutTo, LiveText } from './live.js';
export { labelled, type Painted } from './members.js';
export { shortId, shortIds } from './short-id.js';
export { type Cell, indented, oneLine, printable, table } from './table.js';
export { ago, ahead, dayOf, moment, span, timeOfDay } from './time.js';
export { wrapped } from './wrap.js';
export { written } from './written.js';
