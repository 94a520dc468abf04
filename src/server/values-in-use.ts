/**
 * Values as handlers and rooms read them: with the defaults in use (RFC 7950 §7.6.1, §7.7.2), never stored and never sent. Of a
 * node with a `when` no default is added: the document would have to tell whether it exists.
 */
import { type Data, type ListEntry, nodeToValue, nodeToWrite, prepareTree, type Tree, toValue } from '../data/index.js';

/** The members of an input: a parameter that is not given has its default, as if it were (RFC 7950 §7.14.2). */
export function inputInUse(input: Tree): Record<string, unknown> {
  return toValue(prepareTree(input, { withDefaults: 'report-all' }));
}

/** The RFC 7951 value of a node of configuration: an object, a leaf value, or an array. */
export function configurationInUse(node: Data | ListEntry): unknown {
  const whole = nodeToWrite(node, { withDefaults: 'report-all', content: 'config' });
  return whole && nodeToValue(whole);
}
