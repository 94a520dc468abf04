import { RpcError, type XmlElement } from '../../data/index.js';

/**
 * Returns the error for an element with an unexpected namespace (RFC 6241 App. A). Without a namespace, its `xmlns` was
 * probably forgotten: the message then shows the right start tag.
 *
 * @param where the parent of the element, or undefined for an operation
 * @param expected the right namespace, if there is one
 */
export function unknownNamespace(
  { name, namespace }: XmlElement,
  o: { readonly type: 'protocol' | 'application'; readonly where?: string; readonly expected?: string },
): RpcError {
  const element = o.where === undefined ? name : `${name} in ${o.where}`;
  return new RpcError({
    type: o.type,
    tag: 'unknown-namespace',
    message:
      namespace === ''
        ? `${element} has no namespace; write <${name} xmlns="${o.expected ?? 'NAMESPACE OF ITS MODULE'}">`
        : `${element} is in the namespace "${namespace}", which ${o.expected === undefined ? 'no module of this server has' : `does not belong there; "${o.expected}" does`}`,
    info: { 'bad-element': name, 'bad-namespace': namespace },
  });
}
