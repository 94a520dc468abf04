/** The actions of runs and their steps. */
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Call, Provider } from '../../server/index.js';
import { requireSteering, requireVisible } from '../engine/visible.js';
import { inject } from '../operate/inject.js';
import { pause, resume } from '../operate/pausing.js';
import { cancel, signal } from '../operate/runs.js';
import { retry, setOutput, skip } from '../operate/steps.js';
import { identityOf } from '../run/notices.js';
import type { RunRecord, StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { takeCheckpoint } from './checkpoint.js';
import { exportRun } from './export.js';
import { migrate } from './migrate.js';
import type { WorkflowNeeds } from './needs.js';
import { acknowledge, rollBack } from './rollback.js';
import { needStep, requirePresent, type StepKeys } from './run.js';
import { requireMender } from './vote.js';

type RunCall = Call<{ readonly id: string }>;
type StepCall = Call<StepKeys>;

/** An action of a person, for the journal. */
interface Said {
  readonly action: string;
  readonly reason?: string | undefined;
}

function dataOf({ action, reason }: Said): Readonly<Record<string, unknown>> {
  return { action, ...(reason === undefined ? {} : { reason }) };
}

async function storedIn(turn: Turn, { action, reason }: Said): Promise<Said> {
  return { action, reason: await turn.said(reason) };
}

export function runActions(needs: WorkflowNeeds): Provider<YangentWorkflowsProvider>['actions'] {
  const onRun = async (call: RunCall, given: Said, act: (turn: Turn, said: Said) => Promise<void>) => {
    const run = await changed(needs, call, false, async (turn) => {
      const said = await storedIn(turn, given);
      turn.note({ kind: 'action', data: dataOf(said) });
      await act(turn, said);
    });
    return { state: run.state };
  };
  const onStep = async (
    call: StepCall,
    given: Said,
    act: (turn: Turn, step: StepRecord, said: Said) => Promise<void>,
  ) => {
    const found = await needStep(needs, call, call.keys);
    requirePresent(found, call.keys);
    const { node, item } = found;
    const isGated = await requireMender(needs, call, await visibleRun(needs, call), found);
    await changed(needs, call, isGated, async (turn) => {
      const said = await storedIn(turn, given);
      turn.note({ kind: 'action', node, ...(item === 0 ? {} : { item }), data: dataOf(said) });
      await act(turn, await turn.own(node, item), said);
    });
    const { state } = await needStep(needs, call, call.keys);
    return { state: identityOf(state) };
  };
  return {
    '/yangent-workflows:workflows/run/pause': ({ running, reason: given }, call) =>
      onRun(call, { action: 'pause', reason: given }, async (turn, { reason }) =>
        pause(turn, { suspends: running === 'suspend', ...(reason === undefined ? {} : { reason }) }),
      ),
    '/yangent-workflows:workflows/run/resume': ({ reason }, call) =>
      onRun(call, { action: 'resume', reason }, async (turn) => resume(turn)),
    '/yangent-workflows:workflows/run/cancel': ({ reason: given, compensate }, call) =>
      onRun(call, { action: 'cancel', reason: given }, (turn, { reason }) => cancel(turn, reason, compensate)),
    '/yangent-workflows:workflows/run/roll-back': (input, call) => rollBack(needs, input, call),
    '/yangent-workflows:workflows/run/rollback/acknowledge': (input, call) => acknowledge(needs, input, call),
    '/yangent-workflows:workflows/run/take-checkpoint': (input, call) => takeCheckpoint(needs, input, call),
    '/yangent-workflows:workflows/run/export': (input, call) => exportRun(needs, input, call),
    '/yangent-workflows:workflows/run/migrate': (input, call) => migrate(needs, input, call),
    '/yangent-workflows:workflows/run/inject': async ({ node, output, reason }, call) => {
      const { id } = call.keys;
      const found = await needStep(needs, call, { id, node, item: 0 });
      const isGated = await requireMender(needs, call, await visibleRun(needs, call), found);
      const run = await changed(needs, call, isGated, async (turn) =>
        inject(turn, await turn.own(node), output ?? {}, await turn.said(reason)),
      );
      return { state: run.state };
    },
    '/yangent-workflows:workflows/run/signal': async ({ name, key, data }, call) => {
      let accepted = false;
      await changed(needs, call, false, async (turn) => {
        accepted = await signal(turn, { name, data, ...(key === undefined ? {} : { key }) });
      });
      return { accepted };
    },
    '/yangent-workflows:workflows/run/step/retry': ({ reason, deadline }, call) =>
      onStep(call, { action: 'retry', reason }, (turn, step) =>
        retry(turn, step, deadline === undefined ? {} : { deadline: Date.parse(deadline) }),
      ),
    '/yangent-workflows:workflows/run/step/skip': ({ reason: given }, call) =>
      onStep(call, { action: 'skip', reason: given }, (turn, step, { reason }) => skip(turn, step, reason)),
    '/yangent-workflows:workflows/run/step/set-output': ({ output = {}, reason: given }, call) =>
      onStep(call, { action: 'set-output', reason: given }, (turn, step, { reason }) =>
        setOutput(turn, step, output, reason),
      ),
  };
}

async function visibleRun(needs: WorkflowNeeds, call: RunCall): Promise<RunRecord> {
  const { id } = call.keys;
  return requireVisible(call, await needs.rows.run(id), id, needs.definitions);
}

/**
 * Acts on a run that the caller may steer. Returns it as it is stored then.
 *
 * @param isAllowed true when the caller may act for another reason
 */
async function changed(
  needs: WorkflowNeeds,
  call: RunCall,
  isAllowed: boolean,
  act: (turn: Turn) => Promise<void>,
): Promise<RunRecord> {
  const { id } = call.keys;
  const found = await visibleRun(needs, call);
  if (!isAllowed) requireSteering(call, found);
  const run = await needs.engine.on(id, call.user, act);
  return requireVisible(call, run, id, needs.definitions);
}
