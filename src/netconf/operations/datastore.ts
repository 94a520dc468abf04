import { is } from '../../clients/index.js';
import { elementsOf, RpcError, type XmlElement } from '../../data/index.js';

/** The datastores that RFC 6241 names; only running is served. */
const NAMES = ['running', 'candidate', 'startup', 'url'];

/**
 * Checks that a `source` or `target` parameter names running.
 * @throws RpcError missing-element, bad-element, operation-not-supported (a datastore behind a capability not announced)
 */
export function requireRunning(parameter: XmlElement): void {
  const [datastore, second] = elementsOf(parameter);
  if (!datastore || second) {
    throw new RpcError({
      type: 'protocol',
      tag: 'missing-element',
      message: `${parameter.name} must hold exactly one datastore, e.g. <running/>`,
      info: { 'bad-element': parameter.name },
    });
  }
  if (is(datastore, parameter.namespace, 'running')) return;
  const known = NAMES.includes(datastore.name) && datastore.namespace === parameter.namespace;
  throw new RpcError({
    type: 'protocol',
    tag: known ? 'operation-not-supported' : 'bad-element',
    message: known
      ? `this server has no ${datastore.name} datastore (it does not announce that capability); use running`
      : `${datastore.name} is no datastore; use running`,
    info: { 'bad-element': datastore.name },
  });
}
