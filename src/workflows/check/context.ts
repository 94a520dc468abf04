/** The data that all checks of one graph share. */
import { type Dag, type DagNode, typeOf } from '../model/dag.js';
import { Graph } from '../model/graph.js';
import type { Report } from './finding.js';
import { ownOutput } from './scopes.js';
import { ANY, type Shape, shapeIn } from './shape.js';
import type { SkillSchemas, Surroundings } from './surroundings.js';

export class CheckContext {
  readonly graph: Graph;
  readonly input: Shape;
  readonly #outputs = new Map<string, Shape>();

  constructor(
    readonly dag: Dag,
    readonly surroundings: Surroundings,
    readonly report: Report,
    /** Schemas that are none, which say nothing of values. */
    readonly bad: ReadonlySet<string>,
  ) {
    this.graph = new Graph(dag);
    this.input = this.shapeOf(dag['input-schema']);
  }

  shapeOf(text: string | undefined): Shape {
    return text === undefined || this.bad.has(text) ? ANY : shapeIn(text);
  }

  /** Returns what one task, run or item of a node gives. */
  outputOf(node: DagNode): Shape {
    const known = this.#outputs.get(node.name);
    if (known !== undefined) return known;
    const text = node['output-schema'] ?? this.skillOf(node)?.output ?? this.calledBy(node)?.['output-schema'];
    const found = text === undefined ? ownOutput(node) : this.shapeOf(text);
    this.#outputs.set(node.name, found);
    return found;
  }

  /** Returns what one task or run of a node takes; undefined when nothing tells. */
  inputOf(node: DagNode): Shape | undefined {
    const text = node['input-schema'] ?? this.skillOf(node)?.input ?? this.calledBy(node)?.['input-schema'];
    return text === undefined ? undefined : this.shapeOf(text);
  }

  /** Returns the schemas of the skill of a task whose agent is named. */
  skillOf({ task }: DagNode): SkillSchemas | undefined {
    if (task?.agent === undefined || task.skill === undefined) return undefined;
    return this.surroundings.skillsOf(task.agent)?.get(task.skill);
  }

  /** Returns the graph that a node runs. */
  calledBy(node: DagNode): Dag | undefined {
    return typeOf(node) === 'workflow' && node.workflow
      ? this.surroundings.definition(node.workflow.definition)
      : undefined;
  }
}
