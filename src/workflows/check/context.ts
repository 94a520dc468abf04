/** The data that all checks of one graph share. */
import { type Dag, type DagNode, typeOf } from '../model/dag.js';
import { Graph } from '../model/graph.js';
import { Absence } from './absence.js';
import { Ancestors } from './ancestors.js';
import type { Report } from './finding.js';
import { ownOutput } from './scopes.js';
import { ANY, type Shape, shapeIn } from './shape.js';
import type { SkillTerms, Surroundings } from './surroundings.js';

export class CheckContext {
  readonly graph: Graph;
  readonly input: Shape;
  readonly #outputs = new Map<string, Shape>();
  /** By the text of their schemas, which many nodes share. */
  readonly #shapes = new Map<string, Shape>();
  #ancestors: Ancestors | undefined;
  #absence: Absence | undefined;

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
    if (text === undefined || this.bad.has(text)) return ANY;
    const known = this.#shapes.get(text);
    if (known !== undefined) return known;
    const shape = shapeIn(text);
    this.#shapes.set(text, shape);
    return shape;
  }

  /** Which nodes are before which others; found when a check asks for it first. */
  get ancestors(): Ancestors {
    this.#ancestors ??= new Ancestors(this.graph);
    return this.#ancestors;
  }

  /** Why steps may have no output; found when a check asks for it first. */
  get absence(): Absence {
    this.#absence ??= new Absence(this.dag, this.graph);
    return this.#absence;
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
  skillOf({ task }: DagNode): SkillTerms | undefined {
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
