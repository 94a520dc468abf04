/** XPath over Trees (RFC 7950 §6.4). */

export { assumed } from './assumed.js';
export { dereference, leafrefTargets } from './deref.js';
export { type AccessibleTreeOptions, accessibleTree, type XPathDocument } from './document.js';
export { evaluateXPath } from './evaluate.js';
export { requireNodeSet, selectNodes, selectNodesSteps, treeOfNodesSteps, xpathFilter } from './filter.js';
export { hasNodeOf, isGiven } from './in-use.js';
export { type NodeData, XPathNode } from './node.js';
export { anchorOf, below, plainPath } from './plain-path.js';
export { documentOrder, toBoolean, toNodes, toNumber, toText, type XPathValue } from './value.js';
