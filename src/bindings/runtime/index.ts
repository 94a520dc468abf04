/** The runtime of generated types: validators and views. */
export type { StandardIssue, StandardProperties, StandardResult, StandardSchema } from './standard-schema.js';
export type { ParseOptions, SafeParseResult, Validator } from './validator.js';
export { type Bindings, type Validators, validators } from './validators.js';
export { fromView, toView, type View, type ViewedNode } from './view.js';
