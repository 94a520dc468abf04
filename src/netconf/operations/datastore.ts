/** The `source` and `target` parameters: the datastore, file or configuration of an operation. */

import { decodeXmlInTurns, type ErrorTag, elementsOf, RpcError, TimeSlice, type XmlElement } from '../../data/index.js';
import { DATASTORES, type DatastoreName, isWritable, type WritableDatastore } from '../../datastore/index.js';
import type { Source, Target } from '../../server/index.js';
import { is, namespaces, trimmedText } from '../../wire/index.js';
import type { Schema } from '../../yang/index.js';
import { requireFeature } from '../features.js';
import type { OperationContext } from './context.js';
import { unknownNamespace } from './unknown-namespace.js';

type Choice = 'running' | 'candidate' | 'startup' | 'url' | 'config' | 'datastore';

/** The choices of each parameter in ietf-netconf, and those that ietf-netconf-nmda adds. */
const CHOICES = {
  'get-config source': ['running', 'candidate', 'startup'],
  'edit-config target': ['running', 'candidate'],
  'copy-config source': ['running', 'candidate', 'startup', 'url', 'config'],
  'copy-config target': ['running', 'candidate', 'startup', 'url'],
  'delete-config target': ['running', 'candidate', 'startup', 'url'],
  'lock target': ['running', 'candidate', 'startup', 'datastore'],
  'unlock target': ['running', 'candidate', 'startup', 'datastore'],
  'validate source': ['running', 'candidate', 'startup', 'url', 'config', 'datastore'],
} as const satisfies Readonly<Record<string, readonly Choice[]>>;

type Named = { readonly choice: Choice; readonly element: XmlElement };

/** @throws RpcError missing-element, bad-element, operation-not-supported (its capability is not announced) */
export async function readSource(
  parameter: XmlElement,
  operation: 'get-config' | 'copy-config' | 'validate',
  { schema, caller }: Pick<OperationContext, 'schema' | 'caller'>,
): Promise<Source> {
  const { choice, element } = named(parameter, CHOICES[`${operation} source`], schema);
  switch (choice) {
    case 'url':
      return { kind: 'url', url: trimmedText(element) };
    case 'config':
      return {
        kind: 'config',
        config: await decodeXmlInTurns(
          schema.root,
          element.children,
          { schema, config: 'only' },
          new TimeSlice(caller),
        ),
      };
    case 'datastore':
      return { kind: 'datastore', name: datastoreOf(element, schema) };
    default:
      return { kind: 'datastore', name: choice };
  }
}

/** @throws RpcError as `readSource` */
export function readTarget(parameter: XmlElement, operation: 'copy-config' | 'delete-config', schema: Schema): Target {
  const { choice, element } = named(parameter, CHOICES[`${operation} target`], schema);
  if (choice === 'running') requireFeature(schema, 'writable-running', element.name);
  if (choice === 'url') return { kind: 'url', url: trimmedText(element) };
  return { kind: 'datastore', name: writable(choice, element, schema) };
}

/** @throws RpcError as `readSource`; invalid-value for a datastore of NMDA that cannot be written */
export function readDatastore(
  parameter: XmlElement,
  operation: 'edit-config' | 'lock' | 'unlock',
  schema: Schema,
): WritableDatastore {
  const { choice, element } = named(parameter, CHOICES[`${operation} target`], schema);
  if (choice === 'running' && operation === 'edit-config') requireFeature(schema, 'writable-running', element.name);
  return writable(choice, element, schema);
}

function writable(choice: Choice, element: XmlElement, schema: Schema): WritableDatastore {
  const name = choice === 'datastore' ? datastoreOf(element, schema) : choice;
  if (name === 'running' || name === 'candidate' || name === 'startup') return name;
  throw fault('invalid-value', `${name} cannot be written`, element.name);
}

/** Returns the datastore that an element of type datastore-ref names (RFC 8342 §7). @throws RpcError invalid-value */
export function datastoreOf(element: XmlElement, schema: Schema): DatastoreName {
  const [prefix, local] = splitName(trimmedText(element));
  const isOurs = element.scope.get(prefix) === namespaces.DATASTORES;
  const name = isOurs ? DATASTORES.find((each) => each === local) : undefined;
  const isServed = name !== undefined && (!isWritable(name) || name === 'running' || featuresOf(schema).has(name));
  if (name !== undefined && isServed) return name;
  throw fault('invalid-value', `"${trimmedText(element)}" is no datastore of this server`, element.name);
}

function splitName(text: string): readonly [string, string] {
  const colon = text.indexOf(':');
  return colon < 0 ? ['', text] : [text.slice(0, colon), text.slice(colon + 1)];
}

function featuresOf(schema: Schema): ReadonlySet<string> {
  return schema.modules.get('ietf-netconf')?.features ?? new Set();
}

function named(parameter: XmlElement, choices: readonly Choice[], schema: Schema): Named {
  const [element, second] = elementsOf(parameter);
  if (!element || second) {
    throw fault(
      element ? 'bad-element' : 'missing-element',
      `${parameter.name} must hold exactly one of ${choices.join(', ')}, e.g. <running/>`,
      second?.name ?? parameter.name,
    );
  }
  const choice = choices.find((each) =>
    is(element, each === 'datastore' ? namespaces.NETCONF_NMDA : parameter.namespace, each),
  );
  if (!choice && element.namespace !== parameter.namespace && element.namespace !== namespaces.NETCONF_NMDA) {
    throw unknownNamespace(element, { type: 'protocol', where: parameter.name, expected: parameter.namespace });
  }
  if (!choice) throw fault('bad-element', `${element.name} is none of ${choices.join(', ')}`, element.name);
  if (choice === 'candidate' || choice === 'startup' || choice === 'url') requireFeature(schema, choice, element.name);
  return { choice, element };
}

function fault(tag: ErrorTag, message: string, element: string): RpcError {
  return new RpcError({ type: 'protocol', tag, message, info: { 'bad-element': element } });
}
