/** The means of gates: the rules of the node, its users, and those who last changed what a run executes. */
import type { RecordContent } from '../../audit/index.js';
import type { Tree } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import { type AssuranceProfile, assuranceProfile, BUILT_IN, isAtLeast } from '../assurance/profile.js';
import { type Dag, type DagNode, typeOf } from '../model/dag.js';
import type { RunRecord } from '../run/record.js';
import { type AgentsMeant, factsOf, type Guard, guardsFor, isUnguarded } from './guards.js';
import type { Involved, VotePorts } from './judge.js';
import { gateTerms, type WantedGate } from './terms.js';

export interface GateOptions extends VotePorts {
  readonly nodeId: string;
  readonly tree: () => Tree;
  readonly meant: AgentsMeant;
  /** Returns the run above another one: that of its parent step, or of the task that it executes. */
  readonly above: (run: RunRecord, tx: Tx) => Promise<RunRecord | undefined>;
  /** Returns the user who last changed a definition. */
  readonly changedDefinition: (name: string) => Promise<string | undefined>;
  /** Returns the user who committed a revision of a definition. */
  readonly authorOf: (definition: string, revision: number) => Promise<string | undefined>;
  /** Returns the user who last changed a guard. */
  readonly changedGuard: (name: string) => Promise<string | undefined>;
  /** Appends a record to the audit log. */
  readonly record: (tx: Tx, content: RecordContent) => void;
}

/** The gates of a step, and the guard that refuses it. */
export interface Wanted {
  readonly gates: readonly WantedGate[];
  readonly denied?: Guard;
}

const NOTHING: Wanted = { gates: [] };

/** Runs above a run that are looked at; there are no more by the depth of runs, but those by tasks. */
const MOST_ABOVE = 64;

/** Stands for a profile that is gone: a run is executed with no less care than it asked for. */
const STRICTEST = BUILT_IN.reduce((_, last) => last);

export class GateMeans {
  constructor(readonly o: GateOptions) {}

  /** Returns the gates that a step has to pass when it begins now. @param agent of the step, where it is known already */
  async wanted(run: RunRecord, dag: Dag, node: DagNode, agent: string | undefined, tx: Tx): Promise<Wanted> {
    const tree = this.o.tree();
    const profile = assuranceProfile(tree, dag.execution.assurance) ?? STRICTEST;
    const own = ownGates(node, profile);
    const type = typeOf(node);
    const isWork = type === 'task' || type === 'workflow';
    if (!isWork || isUnguarded(tree)) return own.length === 0 ? NOTHING : { gates: own };
    const facts = factsOf(node, agent, this.o.meant);
    const guards = await guardsFor(tree, facts, () => this.definitions(run, tx));
    const denied = guards.find(({ approval }) => approval === undefined);
    const gates = guards.flatMap(({ name, approval }) =>
      approval ? [{ name: `guard:${name}`, guard: name, terms: gateTerms(approval, profile) }] : [],
    );
    return { gates: [...own, ...gates], ...(denied ? { denied } : {}) };
  }

  /** Returns the definitions of a run and of the runs above it. */
  async definitions(run: RunRecord, tx: Tx): Promise<readonly string[]> {
    const runs = await this.#withAbove(run, tx);
    return [...new Set(runs.flatMap(({ definition }) => definition ?? []))];
  }

  /** Returns a run and the runs above it. */
  async #withAbove(run: RunRecord, tx: Tx): Promise<readonly RunRecord[]> {
    const found: RunRecord[] = [];
    for (let at: RunRecord | undefined = run; at && found.length < MOST_ABOVE; at = await this.o.above(at, tx))
      found.push(at);
    return found;
  }

  /** Returns those who may have an interest of their own in a gate. @param executors agents that execute the step, or may */
  async involved(run: RunRecord, guard: string | null, executors: readonly string[], tx: Tx): Promise<Involved> {
    const changers: (string | undefined)[] = [];
    for (const { definition, revision } of await this.#withAbove(run, tx)) {
      if (definition === undefined) continue;
      changers.push(await this.o.changedDefinition(definition));
      // A later change by another user does not give the author of what runs a vote.
      if (revision !== undefined) changers.push(await this.o.authorOf(definition, revision));
    }
    if (guard !== null) changers.push(await this.o.changedGuard(guard));
    return { initiator: run.initiator, executors, changedBy: changers.filter((name) => name !== undefined) };
  }
}

/** The gates that the graph and the profile of its runs ask for. */
function ownGates(node: DagNode, profile: AssuranceProfile): readonly WantedGate[] {
  const type = typeOf(node);
  const { approval, oversight, risk } = node;
  const gates: WantedGate[] = [];
  if (type === 'approval') gates.push({ name: 'approval', terms: gateTerms(approval ?? {}, profile) });
  if (type !== 'task' && type !== 'workflow') return gates;
  if (oversight) gates.push({ name: 'oversight', terms: gateTerms(oversight, profile) });
  const least = profile['gate-from'];
  if (least !== undefined && isAtLeast(risk, least)) {
    const question = `node "${node.name}" has the risk ${risk}`;
    gates.push({ name: 'assurance', terms: gateTerms({ question, separation: profile.separation }, profile) });
  }
  return gates;
}
