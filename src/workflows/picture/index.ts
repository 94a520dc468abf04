/** Pictures of workflows and of their runs: DOT, Mermaid and SVG. */
export { dotOf } from './dot.js';
export { mermaidOf } from './mermaid.js';
export { type ItemCounts, type PictureOf, SHOWN_STATES, type StepPicture } from './picture.js';
export { type SvgLimits, SvgRenderer, svgOf } from './svg.js';
export { SvgError, type SvgFault } from './svg-error.js';
export { titleOf } from './title.js';
