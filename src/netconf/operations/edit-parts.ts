/** error-option continue-on-error (RFC 6241 §7.2): what can be carried out is, all that cannot is answered. */

import { decodeXml, type ErrorTag, elementsOf, RpcError, type Tree, type XmlElement } from '../../data/index.js';
import { namespaces } from '../../wire/index.js';
import type { DataParent, Schema } from '../../yang/index.js';

/** Errors that are about the request or the datastore, not about a part of the edit. */
const ABOUT_ALL: ReadonlySet<ErrorTag> = new Set([
  'in-use',
  'lock-denied',
  'resource-denied',
  'operation-not-supported',
]);

/**
 * Carries out an edit whole; where that fails, part by part, a part being a leaf or a list entry. Parts that failed are tried
 * once more when others have been carried out, which they may depend on.
 *
 * @param all carries out the whole edit
 * @throws RpcError with the errors of all parts that failed; the rest is done
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
    // What a replacement drops goes with all of it or not at all.
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

/** The edit in parts, each a document of its own with what it stands in. */
function partsOf(config: XmlElement, schema: Schema): readonly XmlElement[] {
  return elementsOf(config).flatMap((element) => split(element, schema.root, schema));
}

function split(element: XmlElement, parent: DataParent, schema: Schema): readonly XmlElement[] {
  const module = schema.moduleByNamespace(element.namespace);
  const node = module && parent.data.get(`${module.name}:${element.name}`);
  const children = elementsOf(element);
  // A container that is to be created, replaced or deleted, or has presence, is one thing with what is in it.
  const isWay = node?.kind === 'container' && !node.presence && !hasOperation(element) && children.length > 0;
  if (!isWay) return [element];
  return children.flatMap((child) => split(child, node, schema)).map((child) => ({ ...element, children: [child] }));
}

function hasOperation({ attributes }: XmlElement): boolean {
  return attributes.some(({ name, namespace }) => name === 'operation' && namespace === namespaces.NETCONF_BASE);
}
