/** Every operation of the models of yangent has a provider. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RpcError } from '../../src/data/index.js';
import { compileModels } from '../../src/node/modules.js';
import type { LeafNode, OperationNode, SchemaNode } from '../../src/yang/index.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { OWN_MODULES } from '../yang-modules/modules.js';

const NAMES = OWN_MODULES.map(({ name }) => name).filter((name) => name !== 'irtf-agent-strict');
const { nodeSchema: schema } = compileModels({ yang: [], features: new Map(), pluginModules: [] });

let rig: TestNode;
beforeAll(async () => {
  rig = await startTestNode({ tls: false });
});
afterAll(() => rig.stop());

function actionsBelow(node: SchemaNode): OperationNode[] {
  const own = 'actions' in node ? [...node.actions.values()] : [];
  return [...own, ...('data' in node ? [...node.data.values()].flatMap(actionsBelow) : [])];
}

const TEXTS = ['none', '00000000-0000-7000-8000-000000000000'];

/** The value of a key that its type allows and no entry of a node without TLS has. */
function keyOf({ name, type }: LeafNode): string {
  if (type.base === 'enumeration') return `[${name}='tls-server']`;
  if (type.base !== 'string') return `[${name}='0']`;
  const fits = TEXTS.find((text) => type.patterns.every((pattern) => pattern.test(text) !== pattern.invert));
  return `[${name}='${fits}']`;
}

/** The path of an instance that does not exist. */
function instanceOf(node: SchemaNode): string {
  const above = node.parent && node.parent.kind !== 'root' ? instanceOf(node.parent) : '';
  const keys = node.kind === 'list' ? node.keys.map(keyOf).join('') : '';
  return `${above}/${above === '' ? node.qname : node.name}${keys}`;
}

/** The error-tag that the operation is refused with, without input; undefined where it is carried out. */
async function tagOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof RpcError) return error.tag;
    throw error;
  }
}

const rpcs = [...schema.rpcs.values()].filter((rpc) => NAMES.includes(rpc.module.name)).map(({ qname }) => qname);

it.each(rpcs)('rpc %s has a provider', async (name) => {
  expect(await tagOf(() => rig.node.invoke(name as string, {}))).not.toBe('operation-not-supported');
});

it.each(actionsBelow(schema.root).map(instanceOf))('action %s has a provider', async (path) => {
  expect(await tagOf(() => rig.node.act(path, {}))).toBe('data-missing');
});
