import type { Logger } from 'pino';
import type { Voter } from '../access/index.js';
import type { Agents } from '../agents/index.js';
import type { RecordContent } from '../audit/index.js';
import type { Contexts } from '../contexts/index.js';
import type { Running } from '../datastore/index.js';
import type { EventLog } from '../events/index.js';
import type { YangentWorkflowsProvider } from '../generated/providers.js';
import type { ContentKeys, NodeKeys } from '../keys/index.js';
import { type AnyProvider, configuration, configuredEntry, notifierOfAll } from '../server/index.js';
import { persist, type Store, type Tx } from '../store/index.js';
import type { Tasks } from '../tasks/index.js';
import type { Schema } from '../yang/index.js';
import { assuranceProfile, profileOfGraph } from './assurance/profile.js';
import { Authorize, type StepGrants } from './authorize/authorize.js';
import { recorder } from './authorize/records.js';
import { Checkpoints } from './checkpoint/checkpoints.js';
import { checkpointMigrations } from './checkpoint/database.js';
import { requireIntact } from './checkpoint/intact.js';
import { CheckpointRows } from './checkpoint/rows.js';
import { documentKeys, documentSigner } from './checkpoint/signature.js';
import type { Actor, Door } from './course/needs.js';
import { runAbove } from './engine/above.js';
import { coordinatorExecutor } from './engine/coordinator.js';
import { Definitions } from './engine/definitions.js';
import { Engine } from './engine/engine.js';
import { mayExecute } from './engine/may-execute.js';
import { purge } from './engine/retention.js';
import { Seals } from './engine/seals.js';
import { GRACE, shredCompleted } from './engine/shred.js';
import { beginForTask } from './engine/task-run.js';
import { type StepTask, type TokenWork, tokenWork } from './engine/token-work.js';
import { requireUser } from './engine/user.js';
import type { ReadNotifications } from './engine/watches.js';
import { GateMeans } from './gate/means.js';
import { proofKeyOf } from './gate/proof-key.js';
import type { Dag } from './model/dag.js';
import { DAG_SKILL } from './model/exchange.js';
import { definitionNode } from './northbound/config.js';
import { beginDocument } from './northbound/document.js';
import type { WorkflowNeeds } from './northbound/needs.js';
import { POOL } from './northbound/pool.js';
import { agentWorkflowsProvider, workflowsProvider } from './northbound/provider.js';
import type { Planner } from './planner/planner.js';
import { rulesPlanner } from './planner/rules/planner.js';
import { beginRollbackTask, isRollbackTask } from './recovery/rollback-task.js';
import { recoveryServices } from './recovery/services.js';
import { Changers } from './revision/changers.js';
import { revisionMigrations } from './revision/database.js';
import { readGraph } from './revision/graph.js';
import { Revisions } from './revision/revisions.js';
import { rollbackMigrations } from './rollback/database.js';
import { RollbackRows } from './rollback/rows.js';
import { laterMigrations, runMigrations } from './run/database.js';
import type { WriteRecord } from './run/facts.js';
import { gateMigrations } from './run/gate-database.js';
import { Plans } from './run/plan.js';
import { Pools } from './run/pools.js';
import { RunRows } from './run/rows.js';
import { sealMigrations } from './run/seal-database.js';
import { Values } from './run/values.js';
import { triggerMigrations } from './trigger/database.js';
import { TriggerRows } from './trigger/rows.js';
import { Triggers } from './trigger/triggers.js';

export interface WorkflowsOptions {
  readonly store: Store;
  readonly events: EventLog;
  readonly running: Pick<Running, 'tree'>;
  /** The models of the node. */
  readonly schema: Schema;
  readonly agents: Pick<Agents, 'directory' | 'discovery'>;
  readonly contexts: Pick<
    Contexts,
    'freeParamId' | 'putParam' | 'forget' | 'keepWhileNeeded' | 'digestOf' | 'shareable'
  >;
  /** Gives the key with which checkpoints and votes are signed. */
  readonly keys: Pick<NodeKeys, 'pair' | 'uses'>;
  /** The keys with which the values of sealed runs are encrypted. */
  readonly content: ContentKeys;
  readonly tasks: Pick<Tasks, 'follow' | 'register' | 'work' | 'halted' | 'onHalt'>;
  /** The grants of users to agents. */
  readonly grants: StepGrants;
  /** Writes the record of a fact about a run. */
  readonly recordFact: WriteRecord;
  /** The door of every client, for the initiators of runs. */
  readonly door: Door;
  /** Reads notifications as a user may see them. */
  readonly read: ReadNotifications;
  /** True for the node itself, its users, and agents. */
  readonly isUser: (name: string) => boolean;
  /** Refuses a user who may not start runs. @throws RpcError access-denied */
  readonly mayStart: (actor: Actor) => void;
  /** Refuses a user who may not assign tasks. @throws RpcError access-denied */
  readonly mayAssign: (actor: Actor) => void;
  /** Makes graphs of goals. Default: the rules. */
  readonly planner?: Planner | undefined;
  /** Returns a user as the node knows the user now. */
  readonly voter: (name: string) => Voter | undefined;
  /** Appends a record to the audit log. */
  readonly record: (tx: Tx, content: RecordContent) => void;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The room for the composition root. */
export interface Workflows {
  readonly providers: readonly AnyProvider[];
  /** Returns the user who last changed a definition, and the author of a revision of it: none for what the node did. */
  changedBy(definition: string, revision?: number): Promise<readonly string[]>;
  /** Returns the work of which a task is a step, for the token of its executor; undefined for a task of no step. */
  tokenWork(task: StepTask): Promise<TokenWork | undefined>;
  /** Takes up the runs of an earlier process. Called when tasks have started. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const RETENTION = '/yangent-workflows:workflows/retention';
/** Milliseconds between two deletions of runs that ended. */
const TIDYING = 60_000;

export const workflowMigrations = [
  ...revisionMigrations,
  ...runMigrations,
  ...triggerMigrations,
  ...laterMigrations,
  ...checkpointMigrations,
  ...gateMigrations,
  ...rollbackMigrations,
  ...sealMigrations,
];

export function createWorkflows(o: WorkflowsOptions): Workflows {
  const {
    store,
    events,
    running,
    schema,
    agents,
    contexts,
    tasks,
    door,
    isUser,
    mayAssign,
    log,
    now = () => Date.now(),
  } = o;
  const revisions = new Revisions(store, now);
  const changers = new Changers(store);
  const guardChangers = new Changers(store, 'guard:');
  const { content } = o;
  const rows = new RunRows(store, content);
  const values = new Values(rows, contexts, content);
  const plans = new Plans(rows, (content) => readGraph(schema, content));
  const pools = new Pools(store, (name) => configuredEntry(running.tree, POOL, name)?.slots);
  const definitions = new Definitions(running, revisions, () => definitionNode(running.tree));
  const { directory } = agents;
  /** A graph names an agent by its identifier, or by the name in its profile. */
  const idsOf = (reference: string) => [reference, ...directory.named(reference)];
  const gates = new GateMeans({
    ...{ nodeId: store.nodeId, tree: () => running.tree, voter: o.voter, record: o.record },
    meant: (reference) =>
      idsOf(reference).flatMap((id) => {
        const agent = directory.get(id);
        if (!agent) return [];
        const skills = agent.skills.map(({ name }) => name);
        const domains = [agent.domain, agent.profile.domain].filter((domain) => domain !== undefined);
        return [{ skills, domains }];
      }),
    ownersOf: (reference) => idsOf(reference).flatMap((id) => directory.ownersOf(id) ?? []),
    above: async ({ parent, task }, tx) => {
      if (parent) return rows.run(parent.run, tx);
      const executed = task === undefined ? undefined : await tasks.work.get(tx, task);
      return executed && runAbove((id) => rows.run(id, tx), executed);
    },
    changedDefinition: (name) => changers.of(name),
    authorOf: (definition, revision) => revisions.authorOf(definition, revision),
    changedGuard: (name) => guardChangers.of(name),
  });
  const notify = notifierOfAll<YangentWorkflowsProvider>(events);
  const checkpointRows = new CheckpointRows(store);
  const sign = documentSigner(o.keys);
  const rollbacks = new RollbackRows(store);
  const assurance = (name: string) => assuranceProfile(running.tree, name);
  const intact = { rows, checkpoints: checkpointRows, key: documentKeys(o.keys) };
  const recovery = recoveryServices({
    ...{ rows, rollbacks, notify, assurance, directory: agents.directory },
    checkpoints: checkpointRows,
    record: o.recordFact,
    readersOf: (definition) => definitions.readersOf(definition),
    requireIntact: (queries, run, number) => requireIntact(intact, queries, run, number),
  });
  const checkpoints = new Checkpoints({
    ...{ rows: checkpointRows, sign, notify, record: o.recordFact },
    profile: assurance,
    kept: () => configuration(running.tree, RETENTION).checkpoints,
    readersOf: (definition) => definitions.readersOf(definition),
  });
  const halted = () => tasks.halted() !== undefined;
  const profileOf = (dag: Dag) => profileOfGraph(running.tree, dag);
  const seals = new Seals({ content, rows, work: tasks.work, profileOf });
  const authorize = new Authorize({ profileOf, grants: o.grants, record: o.recordFact });
  const engine = new Engine({
    ...{ authorize, record: recorder(o.recordFact, ({ execution }) => execution.assurance !== 'fast') },
    ...{ store, rows, values, plans, pools, checkpoints, recovery, seals, definitions, door, now, log },
    head: (tx) => events.head(tx),
    read: o.read,
    notify,
    work: tasks.work,
    gates,
    halted,
    isUser,
  });
  const triggerRows = new TriggerRows(store);
  const triggers = new Triggers({
    ...{ store, running, definitions, engine, door, notify, mayAssign, halted, now, log },
    mayStart: (actor) => {
      requireUser(isUser, actor.user);
      o.mayStart(actor);
    },
    rows: triggerRows,
    runs: rows,
    work: tasks.work,
    head: (tx) => events.head(tx),
    read: o.read,
  });
  const coordinates = (agent: string) => agents.directory.get(agent)?.executedBy === 'workflows';
  contexts.keepWhileNeeded(() => rows.references.paramsInUse());
  tasks.follow('workflows', engine.follow);
  const coordinators = coordinatorExecutor({
    ...{ engine, store, rows, log },
    work: tasks.work,
    serves: coordinates,
    begin: (tx, task) => {
      const { work } = tasks;
      const { description } = task.document;
      if (isRollbackTask(description))
        return beginRollbackTask({ rows, work, on: (tx, run, by, act) => engine.in(tx).on(run, by, act) }, tx, task);
      return description.type === DAG_SKILL
        ? beginDocument(needs, { door, work }, tx, task)
        : beginForTask({ definitions, engine, door, work, isUser, now }, tx, task);
    },
  });
  tasks.register(coordinators);
  const needs: WorkflowNeeds = {
    ...{
      store,
      schema,
      running,
      agents,
      revisions,
      changers,
      definitions,
      engine,
      rows,
      values,
      plans,
      pools,
      triggers,
      triggerRows,
      coordinates,
      checkpointRows,
      rollbacks,
      assurance,
      sign,
      isUser,
      mayAssign,
      now,
    },
    gates,
    guardChangers,
    wantsSeal: (dag) => seals.isWanted(dag),
    sealOf: async ({ seal }) =>
      seal === undefined ? undefined : (await content.get(seal)) === undefined ? 'shredded' : 'sealed',
    retention: () => configuration(running.tree, RETENTION),
    shareable: contexts.shareable,
    proofKey: proofKeyOf(o.keys),
    mayExecute: (run, step, signal) => mayExecute({ door, rows, plans }, run, step, signal),
    requireIntact: recovery.requireIntact,
    force: (turn, number, forced) => engine.force(turn, number, forced),
    nodeId: store.nodeId,
    digestOf: contexts.digestOf,
    streams: () => events.streams().map(({ name }) => name),
    dagOf: async (digest, content) =>
      content === undefined ? (await plans.get(digest)).dag : readGraph(schema, content),
  };
  let forget: (() => void) | undefined;
  let stopping = new AbortController();
  let goingOn = Promise.resolve();
  /** Takes up all that waited until `resume-all`, again when the store failed for a moment. */
  const goOn = async () => {
    const { signal } = stopping;
    await persist(() => Promise.all([engine.goOn(), triggers.goOn()]), signal).catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, 'workflows: runs could not go on');
    });
  };
  let timer: NodeJS.Timeout | undefined;
  let purging: Promise<unknown> | undefined;
  const tidyAll = async () => {
    const kept = configuration(running.tree, RETENTION);
    if (kept.purge === 'completion')
      await shredCompleted({ engine, rows, values, content, record: o.recordFact }, now());
    await purge({ store, rows, contexts, content }, kept, now());
    await content.settle();
  };
  const tidy = () => {
    purging ??= tidyAll()
      .catch((error: unknown) => log.warn({ err: error }, 'workflows: runs that ended could not be deleted'))
      .finally(() => {
        purging = undefined;
      });
  };
  let soon: NodeJS.Timeout | undefined;
  /** True when a run has ended since the timer was set: its time comes later. */
  let isMore = false;
  const tidySoon = () => {
    isMore = soon !== undefined;
    soon ??= setTimeout(() => {
      soon = undefined;
      tidy();
      if (isMore) tidySoon();
    }, GRACE).unref();
  };
  engine.onEnd(({ seal, id, state }) => {
    // A run that was called may be the last that had need of the key.
    if (timer && seal !== undefined && (seal !== id || state === 'completed')) tidySoon();
  });
  return {
    providers: [workflowsProvider(needs, o.planner ?? rulesPlanner), agentWorkflowsProvider(needs)],
    changedBy: async (definition, revision) => {
      const author = revision === undefined ? undefined : await revisions.authorOf(definition, revision);
      return [await changers.of(definition), author].filter((name) => name !== undefined);
    },
    tokenWork: (task) => tokenWork({ nodeId: store.nodeId, rows, plans, profileOf }, task),
    start: async () => {
      stopping = new AbortController();
      forget = tasks.onHalt((halted) => {
        if (!halted) goingOn = goingOn.then(goOn);
      });
      await engine.start();
      await triggers.start();
      // An earlier process may have ended between the acceptance of a task and its begin.
      for (const { id } of directory.all()) if (coordinates(id)) coordinators.wake(id);
      timer = setInterval(tidy, TIDYING).unref();
      // An earlier process may have been about to delete values.
      tidySoon();
    },
    stop: async () => {
      forget?.();
      stopping.abort(new Error('the node is stopping'));
      clearInterval(timer);
      clearTimeout(soon);
      timer = undefined;
      soon = undefined;
      await Promise.all([purging, goingOn]);
      await triggers.stop();
      await engine.stop();
    },
  };
}
