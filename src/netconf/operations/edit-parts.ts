/** error-option continue-on-error (RFC 6241 §7.2): executes all valid parts of an edit and reports the errors of the others. */

import { decodeXml, type ErrorTag, elementsOf, RpcError, type Tree, type XmlElement } from '../../data/index.js';
import { namespaces } from '../../wire/index.js';
import type { DataParent, Schema } from '../../yang/index.js';

/** Errors that concern the request or the datastore, not a part of the edit. */
const ABOUT_ALL: ReadonlySet<ErrorTag> = new Set([
  'in-use',
  'lock-denied',
  'resource-denied',
  'operation-not-supported',
]);

/**
 * Executes an edit as a whole; when that fails, part by part. A part is a leaf or a list entry. Failed parts are tried once
 * more after others succeeded, because they may depend on them.
 *
 * @param all executes the whole edit
 * @throws RpcError with the errors of all failed parts; the other parts are done
 */
export async function continueOnError(
  all: () => Promise<void>,
  config: XmlElement,
  defaultOperation: 'merge' | 'replace' | 'none',
  schema: Schema,
  edit: (part: Tree) => Promise<unknown>,
): Promise<void> {
  try {
    return await all();
  } catch (error) {
    if (!(error instanceof RpcError) || error.all.some(({ tag }) => ABOUT_ALL.has(tag))) throw error;
    // A replacement is only done as a whole, because of the nodes that it drops.
    if (defaultOperation === 'replace') throw error;
  }
  const parts = partsOf(config, schema);
  const failed = await attempt(parts, schema, edit);
  const isWorthAgain = failed.length > 0 && failed.length < parts.length;
  const left = isWorthAgain
    ? await attempt(
        failed.map(({ part }) => part),
        schema,
        edit,
      )
    : failed;
  if (left.length > 0) throw together(left);
}

interface Failure {
  readonly part: XmlElement;
  readonly error: RpcError;
}

async function attempt(
  parts: readonly XmlElement[],
  schema: Schema,
  edit: (part: Tree) => Promise<unknown>,
): Promise<readonly Failure[]> {
  const failed: Failure[] = [];
  for (const part of parts) {
    try {
      await edit(decodeXml(schema.root, [part], { schema, operations: true, config: 'only' }));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      failed.push({ part, error });
    }
  }
  return failed;
}

function together(failed: readonly Failure[]): RpcError {
  const [first, ...others] = failed.flatMap(({ error }) => error.all);
  if (!first) throw new Error('no part has failed');
  return new RpcError(first, others);
}

/** Returns the parts of the edit, each as a document with its ancestors. */
function partsOf(config: XmlElement, schema: Schema): readonly XmlElement[] {
  return elementsOf(config).flatMap((element) => split(element, schema.root, schema));
}

function split(element: XmlElement, parent: DataParent, schema: Schema): readonly XmlElement[] {
  const module = schema.moduleByNamespace(element.namespace);
  const node = module && parent.data.get(`${module.name}:${element.name}`);
  const children = elementsOf(element);
  // A container that is created, replaced or deleted, or has presence, is one part with its content.
  const isWay = node?.kind === 'container' && !node.presence && !hasOperation(element) && children.length > 0;
  if (!isWay) return [element];
  return children.flatMap((child) => split(child, node, schema)).map((child) => ({ ...element, children: [child] }));
}

function hasOperation({ attributes }: XmlElement): boolean {
  return attributes.some(({ name, namespace }) => name === 'operation' && namespace === namespaces.NETCONF_BASE);
}
