/**
 * Lets out to other nodes what trust domains permit (`send`), and records what leaves: tasks, rounds, context, data, and what is done with
 * a task there. Readings are not recorded.
 */
import { type About, type Access, type Principal, SYSTEM } from '../../access/index.js';
import type { RemoteAddress } from '../../agents/index.js';
import { RpcError } from '../../data/index.js';
import type { AuditTrail } from '../../server/index.js';
import { type RemoteNode, type RemoteNodes, type RemoteTask, type Speaker, TaskFailure } from '../../tasks/index.js';
import { caller } from '../local.js';

/** Runs work that reaches the other node, between a record of the intent and one of the outcome. */
type Record = <T>(operation: Operation, subject: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** Operations on the other node, with their action in `send`; undefined for those that carry nothing there but the will to end or wait. */
const ACTIONS = {
  'remote-assign': 'yangent-tasks.assign',
  'remote-update': 'yangent-tasks.update',
  'remote-provide-input': 'yangent-tasks.provide-input',
  'remote-negotiate': 'yangent-tasks.negotiate',
  'remote-share': 'yangent-contexts.share',
  'remote-data': 'data.bulk',
  'remote-cancel': undefined,
  'remote-suspend': undefined,
  'remote-resume': undefined,
} as const;

type Operation = keyof typeof ACTIONS;

/** Returns the nodes with records of what they are sent. */
export function recordedNodes(
  audit: Pick<AuditTrail, 'outbound'>,
  domains: () => Pick<Access['domains'], 'get'>,
  nodes: RemoteNodes,
): RemoteNodes {
  const recordFor =
    ({ target, agent, trustDomain }: RemoteAddress, speaker: Speaker): Record =>
    async (operation, subject, signal, work) => {
      const targets = [`${target} agent ${agent}`, subject];
      const action = trustDomain === undefined ? undefined : ACTIONS[operation];
      let isOut = false;
      try {
        return await audit.outbound(caller(principalOf(speaker), signal), { operation, targets }, async () => {
          if (action !== undefined)
            await domains()
              .get(trustDomain ?? '')
              ?.sending.use(action, aboutOf(speaker));
          isOut = true;
          return work();
        });
      } catch (error) {
        if (isOut || !(error instanceof RpcError)) throw error;
        throw new TaskFailure('access-denied', error.message, { recovery: ['escalate', 'reassign'] });
      }
    };
  return {
    at: async (address, speaker, signal) =>
      recordedNode(await nodes.at(address, speaker, signal), recordFor(address, speaker)),
    close: () => nodes.close(),
  };
}

function aboutOf({ to, skill, priority, authority }: Speaker): About {
  return {
    agent: to,
    ...(skill === undefined ? {} : { skill }),
    ...(priority === undefined ? {} : { priority }),
    depth: authority?.delegation.depth ?? 0,
  };
}

/** Returns by whose authority something leaves the node. */
function principalOf({ authority }: Speaker): Principal {
  if (!authority) return SYSTEM;
  const { subject: name, actors, token: id, delegation, lineage } = authority;
  const token = { ...(id === undefined ? {} : { id }), delegation, lineage };
  return { name, groups: [], actors, token, ...(actors.length === 0 ? {} : { kind: 'agent' }) };
}

function recordedNode(node: RemoteNode, record: Record): RemoteNode {
  const { data } = node;
  return {
    get place() {
      return node.place;
    },
    data: {
      give: (id, given, signal) => record('remote-data', id, signal, () => data.give(id, given, signal)),
      look: (id, signal) => data.look(id, signal),
    },
    find: async (taskId, signal) => {
      const task = await node.find(taskId, signal);
      return task && recordedTask(task, taskId, record);
    },
    share: (item, signal) => record('remote-share', item.id ?? '', signal, () => node.share(item, signal)),
    negotiate: (round, signal) =>
      record('remote-negotiate', round['task-id'] ?? '', signal, () => node.negotiate(round, signal)),
    assign: async (order, signal) => {
      const taskId = order['task-id'] ?? '';
      return recordedTask(
        await record('remote-assign', taskId, signal, () => node.assign(order, signal)),
        taskId,
        record,
      );
    },
  };
}

function recordedTask(task: RemoteTask, taskId: string, record: Record): RemoteTask {
  return {
    view: (signal) => task.view(signal),
    changes: (after, signal) => task.changes(after, signal),
    act: (action, input, signal) => record(`remote-${action}`, taskId, signal, () => task.act(action, input, signal)),
    renew: (signal) => task.renew(signal),
  };
}
