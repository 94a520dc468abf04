/** The rpc `start`. */
import { ADMIN_GROUP, OPERATOR_GROUP } from '../../access/index.js';
import { mayFind, requireApproved } from '../../agents/index.js';
import { isObject, RpcError } from '../../data/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { newId } from '../../tasks/index.js';
import { checkDag, type Finding } from '../check/index.js';
import { readBy } from '../course/input.js';
import { begin, type NewRun, newRun } from '../engine/begin.js';
import { uriOf } from '../exchange/for-agent.js';
import type { Dag } from '../model/dag.js';
import { contentOf } from '../model/digest.js';
import type { RunRecord } from '../run/record.js';
import { definitionNode } from './config.js';
import type { WorkflowNeeds } from './needs.js';
import { refusal } from './refusal.js';
import { numbered } from './rpc.js';
import { errorOf } from './run.js';
import { labelsOf, requireSame } from './run-key.js';
import { enabledDefinitions, surroundingsFor } from './surroundings.js';
import { requireWhole } from './whole.js';

type Start = YangentWorkflowsProvider['rpcs']['start'];

const PATH = '/yangent-workflows:start';
/** Characters of an input. */
const LONGEST_INPUT = 1 << 20;

/** The graph of a run to be started. */
interface Chosen extends Pick<NewRun, 'definition' | 'revision' | 'version' | 'digest' | 'coordinator'> {
  /** Set for a graph that the input gives. */
  readonly content?: string;
  readonly findings: readonly Finding[];
}

export async function startOperation(
  needs: WorkflowNeeds,
  input: Start['input'],
  call: Call,
): Promise<Start['output']> {
  requireWhole(call);
  const before = await runOfKey(needs, input, call);
  if (before) return answer(needs, await waitedFor(needs, before.id, input, call));
  if (input.dag) requireAssigner(needs, call);
  const chosen = await choose(needs, input, call);
  const finding = chosen.findings.length > 0 ? { finding: numbered(chosen.findings) } : {};
  if (input['dry-run'] && hasErrors(chosen.findings)) return finding;
  requireCoordinator(needs, chosen.coordinator, call);
  const value = inputOf(await needs.dagOf(chosen.digest, chosen.content), input.input);
  await requireAgents(needs, await needs.dagOf(chosen.digest, chosen.content), call, chosen.coordinator);
  if (input['dry-run']) return finding;
  const { id } = await started(needs, chosen, value, input, call);
  return { ...(await answer(needs, await waitedFor(needs, id, input, call))), ...finding };
}

/** Returns the run that an earlier request with the same key started. It goes on, whatever became of its definition. */
async function runOfKey(needs: WorkflowNeeds, input: Start['input'], call: Call): Promise<RunRecord | undefined> {
  const { 'run-key': key } = input;
  const before = key === undefined || input['dry-run'] ? undefined : await needs.rows.byKey(call.user, key);
  return before && requireSame(needs, before, input, inputOf(await needs.dagOf(before.digest), input.input));
}

async function waitedFor(
  needs: WorkflowNeeds,
  id: string,
  { wait }: Start['input'],
  { signal }: Call,
): Promise<RunRecord | undefined> {
  const run = wait === 0 ? undefined : await needs.engine.ended(id, wait * 1_000, signal);
  return run ?? needs.rows.run(id);
}

function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'error');
}

async function choose(needs: WorkflowNeeds, input: Start['input'], call: Call): Promise<Chosen> {
  const { definition, revision, dag, coordinator = 'coordinator' } = input;
  if (definition !== undefined) {
    needs.definitions.requireRunner(definition, call);
    const content = await needs.definitions.content(definition, revision === undefined ? {} : { revision });
    const { number, version, digest } = content;
    return { definition, revision: number, version, digest, coordinator: content.coordinator, findings: [] };
  }
  if (!dag)
    throw new RpcError({ type: 'application', tag: 'missing-element', message: 'a definition or a dag is missing' });
  const findings = await checkDag(dag, await surroundingsFor([dag], needs, call, enabledDefinitions(needs)));
  if (!input['dry-run']) refusal(`${PATH}/dag`, findings);
  const { digest, text } = contentOf(definitionNode(needs.running.tree), dag);
  return { version: dag.version, digest, content: text, coordinator, findings };
}

/**
 * Checks the graph of a start for a user who has assigned a task with it, and so need not own an agent here.
 *
 * @throws RpcError as `start`
 */
export async function graphToRun(needs: WorkflowNeeds, input: Start['input'], call: Call) {
  const chosen = await choose(needs, input, call);
  requireCoordinator(needs, chosen.coordinator, call);
  const dag = await needs.dagOf(chosen.digest, chosen.content);
  const value = inputOf(dag, input.input);
  await requireAgents(needs, dag, call, chosen.coordinator);
  return { chosen, value };
}

/** Refuses a graph of the caller's own, unless they may assign tasks themselves: as operator, or as owner of an agent. */
function requireAssigner({ agents: { directory } }: WorkflowNeeds, call: Call): void {
  const isOperator = call.groups.includes(ADMIN_GROUP) || call.groups.includes(OPERATOR_GROUP);
  const own = directory.ownedBy(call.user).flatMap((id) => directory.get(id) ?? []);
  if (isOperator || own.some(({ approved }) => approved)) return;
  // One that is not approved cannot act, and says so.
  for (const agent of own) requireApproved(agent, call);
  const message = `user "${call.user}" owns no agent, and so runs no graph of their own; start a definition, or ask an operator to start this graph`;
  throw new RpcError({ type: 'application', tag: 'access-denied', message });
}

function requireCoordinator(needs: WorkflowNeeds, id: string, call: Call): void {
  const agent = needs.agents.directory.get(id);
  if (agent && needs.coordinates(id) && mayFind(agent, call, needs.agents.directory)) return;
  const message = `agent "${id}" coordinates no workflows; name "coordinator", or an agent whose execution/target is "workflows"`;
  throw new RpcError({ type: 'application', tag: 'invalid-value', message });
}

/** Refuses a run whose initiator may not assign tasks, or not see an agent that the graph names: as `assign` would. */
async function requireAgents(needs: WorkflowNeeds, dag: Dag, call: Call, coordinator: string): Promise<void> {
  needs.mayAssign({ user: call.user, agent: coordinator });
  const { directory } = needs.agents;
  for (const { name, task } of dag.node) {
    if (task?.agent === undefined) continue;
    const agent = directory.get(task.agent) ?? directory.get(directory.named(task.agent)[0] ?? '');
    if (agent && mayFind(agent, call, directory)) {
      requireApproved(agent, call);
      continue;
    }
    const message = `node "${name}" names agent "${task.agent}", but there is no such agent here`;
    throw new RpcError({ type: 'application', tag: 'invalid-value', appTag: 'dag-unknown-agent', message });
  }
}

/** Returns the input of the run: converted to the types of its schema, which XML does not have. @throws RpcError invalid-value */
function inputOf(dag: Dag, given: unknown): unknown {
  const value = given ?? {};
  const length = JSON.stringify(value).length;
  if (length > LONGEST_INPUT)
    throw wrong('too-big', `the input has ${length} characters; it may have ${LONGEST_INPUT}`);
  if (!isObject(value)) throw wrong('invalid-value', 'the input is no object');
  const read = readBy(dag['input-schema'], value);
  if ('value' in read) return read.value;
  throw wrong('invalid-value', `the input does not fit its schema: ${read.problem}`);
}

function wrong(tag: 'too-big' | 'invalid-value', message: string): RpcError {
  return new RpcError({ type: 'application', tag, appTag: 'invalid-input', path: `${PATH}/input`, message });
}

async function started(
  needs: WorkflowNeeds,
  { content, findings: _, ...chosen }: Chosen,
  value: unknown,
  input: Start['input'],
  call: Call,
): Promise<Pick<RunRecord, 'id'>> {
  const { 'run-key': runKey, deadline: until, revision: asked } = input;
  const deadline = until === undefined ? undefined : Date.parse(until);
  if (deadline !== undefined && deadline <= needs.now())
    throw new RpcError({
      type: 'application',
      tag: 'invalid-value',
      path: `${PATH}/deadline`,
      message: 'the deadline is over',
    });
  return needs.store.transact(async (tx) => {
    const before = runKey === undefined ? undefined : await needs.rows.byKey(call.user, runKey, tx);
    if (before) return requireSame(needs, before, input, value);
    if (content !== undefined) await needs.rows.keepGraph(tx, chosen.digest, content);
    const id = newId(needs.now());
    const run = newRun(needs.now(), {
      ...{ id, labels: labelsOf(input), input: value, initiator: call.user },
      ...(needs.isUser(call.user) ? {} : { guest: true }),
      ...chosen,
      ...(runKey === undefined ? {} : { runKey }),
      ...(asked === undefined ? {} : { asked }),
      ...(deadline === undefined ? {} : { deadline }),
    });
    await needs.engine.in(tx).on(run, call.user, (turn) => begin(turn, value));
    return { id };
  });
}

async function answer(needs: WorkflowNeeds, run: RunRecord | undefined): Promise<Start['output']> {
  if (!run) return {};
  const output = run.output === undefined ? undefined : await needs.values.find(run.id, run.output);
  return {
    id: run.id,
    uri: uriOf(needs, run.id),
    state: run.state,
    ...(isObject(output) ? { output } : {}),
    ...(run.error ? { error: await errorOf(needs, run, run.error) } : {}),
  };
}
