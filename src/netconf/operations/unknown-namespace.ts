import { RpcError, type XmlElement } from '../../data/index.js';

/**
 * Returns the error for an element whose namespace has no meaning where it stands (RFC 6241 App. A).
 * An element without a namespace is most often one whose `xmlns` was forgotten: the message then shows what to write.
 *
 * @param where what the element stands in, or undefined for an operation
 * @param expected the namespace that belongs there, where there is one
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
