/** A node with an agent that assigns, one that runs inside it and one that is attached, and every way into it. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  type Face,
  isMembers,
  type Members,
  openFaces,
  RESOURCES,
  type Resource,
  WAYS,
  type Way,
} from '../support/faces.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { Watcher } from '../support/watcher.js';

const HOSTED = fileURLToPath(new URL('../support/agents/ip-fault.mjs', import.meta.url));

const profile = (name: string) => ({ name, description: `the agent ${name}`, version: '1.0.0', provider: 'ACME' });

export interface TasksRig {
  readonly node: TestNode;
  readonly faces: { readonly [way in Way]: Face };
  readonly watcher: Watcher;
  /** Reads through every way; each must say the same. */
  same(resource: Resource): Promise<Members>;
  /** Assigns a task of the attached agent `crew`, to be claimed by it; gives its identifier. */
  assignToCrew(taskId: string): Promise<string>;
}

/** For the describe blocks of one file; the node is there when the tests run. */
export function useTasksRig(): TasksRig {
  let started: TasksRig | undefined;
  beforeAll(async () => {
    started = await startRig();
  });
  afterAll(async () => {
    await started?.watcher.close();
    for (const way of WAYS) await started?.faces[way].close();
    await started?.node.stop();
  });
  const rig = (): TasksRig => {
    if (!started) throw new Error('the node is not started yet');
    return started;
  };
  return {
    get node() {
      return rig().node;
    },
    get faces() {
      return rig().faces;
    },
    get watcher() {
      return rig().watcher;
    },
    same: (resource) => rig().same(resource),
    assignToCrew: (taskId) => rig().assignToCrew(taskId),
  };
}

async function startRig(): Promise<TasksRig> {
  const node = await startTestNode({ agents: [HOSTED] });
  await node.node.edit({
    'yangent-agents:agents': {
      agent: [
        { id: 'noc', profile: profile('noc') },
        { id: 'crew', profile: profile('crew') },
      ],
    },
  });
  const faces = await openFaces(node);
  const watcher = await Watcher.start(node);
  return {
    node,
    faces,
    watcher,
    same: async (resource) => {
      const values = await Promise.all(WAYS.map((way) => faces[way].read(resource)));
      const [first] = values;
      if (!first) throw new Error(`there is no ${resource.path}`);
      expect(values).toEqual(WAYS.map(() => first));
      return first;
    },
    assignToCrew: async (taskId) => {
      const answer = await faces.TypeScript.invoke('yangent-tasks:assign', {
        from: 'noc',
        to: 'crew',
        'task-id': taskId,
        content: '##target object cell-1 ##task description drive there',
      });
      return String(answer?.id);
    },
  };
}

/** Which is there, and is an object. */
export function member(value: unknown, name: string): Members {
  const found = isMembers(value) ? value[name] : undefined;
  if (!isMembers(found)) throw new Error(`there is no ${name} in ${JSON.stringify(value)}`);
  return found;
}

export type { Way };
export { RESOURCES, WAYS };
