import type { XmlElement, XmlNode } from '../../../data/index.js';
import type { DataNode, DataParent } from '../../../yang/index.js';
import type { Fields } from './resolve.js';

/** The child elements that the fields select, keys of entries included; the XML twin of `selectMembers`. */
export function selectElements(parent: DataParent, children: readonly XmlNode[], fields: Fields): readonly XmlNode[] {
  if (fields === 'all') return children;
  const keys: readonly DataNode[] = parent.kind === 'list' ? parent.keys : [];
  return children.flatMap((child) => {
    const node = typeof child === 'string' ? undefined : nodeOf(parent, child);
    if (typeof child === 'string' || !node) return [];
    const below = keys.includes(node) ? 'all' : fields.get(node.qname);
    if (below === undefined) return [];
    const whole = below === 'all' || (node.kind !== 'container' && node.kind !== 'list');
    return [whole ? child : { ...child, children: selectElements(node, child.children, below) }];
  });
}

function nodeOf(parent: DataParent, { name, namespace }: XmlElement): DataNode | undefined {
  return [...parent.data.values()].find((node) => node.name === name && node.module.namespace === namespace);
}
