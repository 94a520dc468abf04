/** XPath 1.0 with YANG's functions (RFC 7950 §6.4, §10): text to a syntax tree whose names are resolved to modules. */
export type { Expr, LocationPath, NameTest, Step, XPath } from './ast.js';
