/** Graphs for tests, with the defaults of the model. */
import type { Dag, DagEdge, DagNode } from '../../../src/workflows/model/dag.js';

export function task(name: string, skill: string, more: Partial<DagNode> = {}): DagNode {
  return {
    name,
    type: 'yangent-workflows:task',
    task: { skill, executors: 1, negotiate: false, verify: false },
    join: 'all',
    'on-failure': 'fail',
    risk: 'low',
    ...more,
  };
}

export function node(name: string, type: 'workflow' | 'wait' | 'none', more: Partial<DagNode> = {}): DagNode {
  return { name, type: `yangent-workflows:${type}`, join: 'all', 'on-failure': 'fail', risk: 'low', ...more };
}

export function edge(from: string, to: string, more: Partial<DagEdge> = {}): DagEdge {
  return { from, to, type: 'yangent-workflows:data', on: ['success'], counts: true, ...more };
}

export function graph(nodes: readonly DagNode[], edges: readonly DagEdge[] = [], last: readonly string[] = []): Dag {
  return {
    version: '1.2',
    execution: {
      timeout: 604_800,
      'max-parallel': 64,
      priority: 3,
      assurance: 'standard',
      'max-rollbacks': 3,
      'status-interval': 60,
      'on-failure': 'fail',
      others: 'cancel',
      finally: last,
    },
    node: nodes,
    edge: edges,
  };
}

/** One node, two in parallel, one that joins them. */
export const DIAMOND = graph(
  [
    task('locate', 'fault-location'),
    task('reroute', 'traffic-engineering'),
    task('inspect', 'line-test'),
    task('report', 'ticketing'),
  ],
  [edge('locate', 'reroute'), edge('locate', 'inspect'), edge('reroute', 'report'), edge('inspect', 'report')],
);

const CONTROL = { type: 'yangent-workflows:control' } as const;

/** A repair of a link, with all that a node or an edge can have. */
export const REPAIR = graph(
  [
    task('collect-alarms', 'alarm-collection', { description: 'Reads the alarms of both ends of the link.' }),
    task('locate-fault', 'fault-location', {
      task: {
        skill: 'fault-location',
        objective: 'Say which span of the link is at fault.',
        executors: 3,
        agree: 2,
        negotiate: false,
        verify: false,
        discover: {},
      },
      repeat: { until: 'output.confidence > 0.9 || round >= 5', delay: 10, max: 5 },
    }),
    task('test-spans', 'line-test', {
      'for-each': { items: "steps['locate-fault'].output.spans", 'max-items': 1000, 'max-parallel': 16, tolerate: 20 },
    }),
    task('shift-traffic', 'traffic-engineering', {
      task: { skill: 'traffic-engineering', agent: 'te-core', executors: 1, negotiate: false, verify: false },
      condition: 'input.severity == "critical" && steps["collect-alarms"].output.count > 3',
    }),
    node('approve', 'wait', { wait: { signal: { name: 'approval', match: 'event.verdict == "yes"' } } }),
    node('quiet-time', 'wait', { wait: { seconds: 5400 } }),
    node('replace-optics', 'workflow', { workflow: { definition: 'field-work', version: '^2', attempts: 2 } }),
    task('reset-port', 'port-control', { 'on-failure': 'continue' }),
    task('open-ticket', 'ticketing'),
    node('restored', 'none', {
      join: 'any',
      output: [
        { name: 'by', value: '"optics"' },
        { name: 'spans', value: '1' },
      ],
    }),
    task('verify', 'service-test', { join: 'quorum', quorum: 1 }),
    task('restore-traffic', 'traffic-engineering'),
    task('close-case', 'ticketing'),
    task('release-lab', 'lab-booking'),
  ],
  [
    edge('collect-alarms', 'locate-fault'),
    edge('collect-alarms', 'shift-traffic'),
    edge('locate-fault', 'test-spans'),
    edge('test-spans', 'approve', CONTROL),
    edge('approve', 'replace-optics'),
    edge('test-spans', 'reset-port', { condition: 'steps["test-spans"].output.all(each, each.loss < 0.5)' }),
    edge('test-spans', 'replace-optics', { counts: false }),
    edge('replace-optics', 'open-ticket', { on: ['failure'] }),
    edge('replace-optics', 'restored'),
    edge('reset-port', 'restored', { on: ['success', 'skipped'] }),
    edge('restored', 'quiet-time', CONTROL),
    edge('quiet-time', 'verify', CONTROL),
    edge('verify', 'restore-traffic'),
    edge('shift-traffic', 'restore-traffic', { ...CONTROL }),
  ],
  ['close-case', 'release-lab'],
);
