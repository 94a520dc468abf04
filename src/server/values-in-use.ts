/**
 * Values for handlers and rooms, with the defaults in use (RFC 7950 §7.6.1, §7.7.2). They are never stored and never sent. A node
 * with a `when` gets no default, because its existence depends on the document.
 */
import { type Data, type ListEntry, nodeToValue, nodeToWrite, prepareTree, type Tree, toValue } from '../data/index.js';

/** Returns the members of an input, with defaults for absent parameters (RFC 7950 §7.14.2). */
export function inputInUse(input: Tree): Record<string, unknown> {
  return toValue(prepareTree(input, { withDefaults: 'report-all' }));
}

/** Returns the RFC 7951 value of a configuration node: an object, a leaf value, or an array. */
export function configurationInUse(node: Data | ListEntry): unknown {
  const whole = nodeToWrite(node, { withDefaults: 'report-all', content: 'config' });
  return whole && nodeToValue(whole);
}
