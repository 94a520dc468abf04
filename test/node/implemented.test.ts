/** Every operation of the models of yangent has a provider. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RpcError } from '../../src/data/index.js';
import { compile, directories, type OperationNode, type SchemaNode } from '../../src/yang/index.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { IETF, OWN_MODULES, YANG } from '../yang-modules/modules.js';

const NAMES = OWN_MODULES.map(({ name }) => name).filter((name) => name !== 'irtf-agent-strict');
const schema = compile({ sources: directories([YANG, IETF]), implement: NAMES });

let rig: TestNode;
beforeAll(async () => {
  rig = await startTestNode();
});
afterAll(() => rig.stop());

function actionsBelow(node: SchemaNode): OperationNode[] {
  const own = 'actions' in node ? [...node.actions.values()] : [];
  return [...own, ...('data' in node ? [...node.data.values()].flatMap(actionsBelow) : [])];
}

/** The path of an instance that does not exist. */
function instanceOf(node: SchemaNode): string {
  const above = node.parent && node.parent.kind !== 'root' ? instanceOf(node.parent) : '';
  const keys = node.kind === 'list' ? node.keys.map(({ name }) => `[${name}='0']`).join('') : '';
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
