/** State of yangent-loops: the phase, counters and history of each loop. */
import { int64 } from '../../data/rfc7951/int64.js';
import type {
  YangentLoops_Loops_Loop_Counters,
  YangentLoops_Loops_Loop_History,
  YangentLoops_Loops_Loop_Pending,
} from '../../generated/index.js';
import type { YangentLoops_Loops_Loop_State, YangentLoopsProvider } from '../../generated/providers.js';
import type { ListState } from '../../server/index.js';
import type { Approval } from '../approval.js';
import type { LoopHandle, Loops } from '../loops.js';
import type { FinishedCycle, LoopCounters } from '../record.js';

const HISTORY_SHOWN = 100;

export function loopState(loops: Loops): ListState<YangentLoopsProvider['state']['/yangent-loops:loops/loop']> {
  return {
    get: async ({ name }, call) => {
      const loop = loops.get(name);
      return loop && call.sees({ agents: [loop.agent] }) ? stateOf(loop, loops.actsAs(name)) : undefined;
    },
  };
}

async function stateOf(
  { runner, journal }: LoopHandle,
  actsAs: string | undefined,
): Promise<YangentLoops_Loops_Loop_State> {
  const { state, reason, lastOutcome, counters } = journal.status;
  const history = await journal.history(HISTORY_SHOWN);
  const { pending, phase } = runner;
  return {
    'acts-as': actsAs,
    state,
    'state-reason': reason,
    phase,
    'last-outcome': lastOutcome,
    counters: countersOf(counters),
    pending: pending && pendingOf(pending),
    history: history.map(historyOf),
  };
}

function countersOf(counters: LoopCounters): YangentLoops_Loops_Loop_Counters {
  const { observations, decisions, executions, successes, failures, suppressed, rejections } = counters;
  return {
    observations: int64(observations),
    decisions: int64(decisions),
    executions: int64(executions),
    successes: int64(successes),
    failures: int64(failures),
    suppressed: int64(suppressed),
    rejections: int64(rejections),
  };
}

function pendingOf({ record, since, expires }: Approval): YangentLoops_Loops_Loop_Pending {
  const { id, seen, concluded, decided, affected } = record;
  return { id: int64(id), seen, concluded, decided, affected, since, expires };
}

function historyOf(record: FinishedCycle): YangentLoops_Loops_Loop_History {
  const { id, seen, concluded, decided, affected, done, verified, outcome, reason, by, at } = record;
  return { id: int64(id), seen, concluded, decided, affected, done, verified, outcome, reason, by, at };
}
