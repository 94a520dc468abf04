import type { XmlElement, XmlNode } from '../../data/index.js';
import { bareName } from './kinds.js';

/** Returns an element without the elements and attributes of these names, with its texts cleaned; parameters as `cleanJson`. */
export function cleanXml(
  element: XmlElement,
  names: ReadonlyMap<string, string>,
  clean: (text: string) => string,
  removed: Set<string>,
): XmlElement {
  const stays = ({ name }: { readonly name: string }) => {
    const kind = names.get(bareName(name));
    if (kind !== undefined) removed.add(kind);
    return kind === undefined;
  };
  const cleanNode = (node: XmlNode): readonly XmlNode[] => {
    if (typeof node === 'string') return [clean(node)];
    return stays(node) ? [cleanXml(node, names, clean, removed)] : [];
  };
  return {
    ...element,
    attributes: element.attributes.filter(stays).map((each) => ({ ...each, value: clean(each.value) })),
    children: element.children.flatMap(cleanNode),
  };
}
