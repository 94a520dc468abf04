import { RpcError } from '../data/index.js';
import { unknownZone } from '../policies/index.js';
import type { Call, Provider } from '../server/index.js';
import type { Approval } from './approval.js';
import { affectedBy } from './cycle.js';
import { isConfiguration, type LoopHandle, type Loops } from './loops.js';
import type { CycleRecord } from './record.js';

const HISTORY_SHOWN = 100;
const LOOP = '/yangent-loops:loops/loop';

/** yangent-loops: what each loop is doing and did, and the actions of the operator. */
export function loopsProvider(loops: Loops): Provider {
  const act =
    (work: (loop: LoopHandle, input: Record<string, unknown>, call: Call) => Promise<void>) =>
    async (input: Record<string, unknown>, call: Call) => {
      const loop = permitted(loops, call);
      await work(loop, input, call);
      return { state: loop.runner.state };
    };
  return {
    module: 'yangent-loops',
    state: {
      [LOOP]: {
        get: async (keys, call) => {
          const loop = loops.get(String(keys.name));
          if (!loop || !call.sees({ agents: [loop.agent] })) return undefined;
          return { 'acts-as': loops.actsAs(String(keys.name)), ...(await loopState(loop)) };
        },
      },
    },
    config: {
      [LOOP]: {
        concerns: ({ name }, call) => {
          const agent = loops.agentOf(String(name));
          return agent !== undefined && call.sees({ agents: [agent] });
        },
        validate: async ({ path, after }) => requireZones(path, after),
        store: async (changes, call, tx) => loops.owners.note(tx, changes, call.user),
        apply: async ({ keys, before, after }) => loops.apply(String(keys.name), before, after),
      },
    },
    actions: {
      [`${LOOP}/start`]: act(({ runner }) => runner.start()),
      [`${LOOP}/pause`]: act(({ runner }, input) => runner.pause(text(input.reason))),
      [`${LOOP}/resume`]: act(({ runner }) => runner.resume()),
      [`${LOOP}/stop`]: act(({ runner }, input) => runner.stop(text(input.reason))),
      [`${LOOP}/approve`]: act(async ({ runner }, input, call) => {
        waiting(runner.pending, input.id).answer({ kind: 'approved', by: call.user, comment: text(input.comment) });
      }),
      [`${LOOP}/reject`]: act(async ({ runner }, input, call) => {
        waiting(runner.pending, input.id).answer({ kind: 'rejected', by: call.user, comment: text(input.reason) });
      }),
      [`${LOOP}/dry-run`]: async (input, call) => {
        const outcome = await permitted(loops, call).runner.dryRun(parsed(input.seen));
        if (!outcome) return { allowed: false, reason: 'the loop has not seen anything yet' };
        const { plan, permission } = outcome;
        return {
          seen: plan.seen,
          ...(plan.concluded !== undefined && { concluded: plan.concluded }),
          ...(plan.action && {
            decided: plan.action.decision.summary,
            affected: affectedBy(plan.action),
          }),
          allowed: plan.action !== undefined && permission.kind === 'execute',
          ...(permission.kind === 'suppressed' && { reason: permission.reason }),
        };
      },
    },
  };
}

/** @throws RpcError for a change window in the time of a place that is not known here */
function requireZones(path: string, loop: unknown): void {
  for (const window of isConfiguration(loop) ? (loop.policy?.['change-window'] ?? []) : []) {
    const zone = unknownZone(window);
    if (zone === undefined) continue;
    throw new RpcError({
      type: 'application',
      tag: 'invalid-value',
      message: `"${zone}" is no time zone; one has a name like Europe/Berlin`,
      path: `${path}/policy/change-window[.='${window}']`,
    });
  }
}

function permitted(loops: Loops, call: Call): LoopHandle {
  const loop = loops.need(String(call.keys.name));
  if (call.mayActFor(loop.agent) || call.groups.includes('operator')) return loop;
  throw new RpcError({
    type: 'application',
    tag: 'access-denied',
    message: `user "${call.user}" may not act for agent "${loop.agent}", whose loop this is`,
  });
}

function waiting(approval: Approval | undefined, id: unknown): Approval {
  if (!approval) {
    throw new RpcError({
      type: 'application',
      tag: 'operation-failed',
      origin: 'caller',
      appTag: 'bad-transition',
      message: 'no decision of this loop waits for approval',
    });
  }
  approval.requireId(id);
  return approval;
}

async function loopState({ runner, journal }: LoopHandle): Promise<Readonly<Record<string, unknown>>> {
  const { state, reason, lastOutcome, counters } = journal.status;
  const history = await journal.history(HISTORY_SHOWN);
  const { pending, phase } = runner;
  return {
    state,
    ...(reason !== undefined && { 'state-reason': reason }),
    ...(phase && { phase }),
    ...(lastOutcome && { 'last-outcome': lastOutcome }),
    counters: Object.fromEntries(Object.entries(counters).map(([name, count]) => [name, String(count)])),
    ...(pending && {
      pending: {
        ...cycle(pending.record),
        id: String(pending.record.id),
        since: pending.since,
        ...(pending.expires && { expires: pending.expires }),
      },
    }),
    history: history.map((record) => ({ ...shown(record), id: String(record.id) })),
  };
}

function cycle({ seen, concluded, decided, affected }: CycleRecord) {
  return defined({ seen, concluded, decided, affected });
}

function shown({ id: _, ...record }: CycleRecord) {
  return defined(record);
}

function defined(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** What to imagine seen: JSON, or the text itself. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
