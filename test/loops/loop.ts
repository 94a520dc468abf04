/** One loop for a test: it watches a number that must not be negative, and everything it does is in the test's hands. */
import pino from 'pino';
import { Subject } from 'rxjs';
import { DEFAULT_STREAM, eventMigrations, openEventLog } from '../../src/events/index.js';
import type { Approval } from '../../src/loops/approval.js';
import {
  closedLoop,
  type Decision,
  type LoopContext,
  type LoopDefinition,
  loopMigrations,
  loopNews,
} from '../../src/loops/index.js';
import { LoopJournal } from '../../src/loops/journal.js';
import type { PolicyMode, PolicyRecord } from '../../src/loops/policy.js';
import { Resources } from '../../src/loops/resources.js';
import { LoopRunner } from '../../src/loops/runner.js';
import { notifier } from '../../src/server/index.js';
import { openStore, type Store } from '../../src/store/index.js';
import { cleanUp } from '../support/clean-up.js';
import { until } from '../until.js';

export const log = pino({ level: 'silent' });
export const migrations = [...eventMigrations, ...loopMigrations];

/** A policy as the model has it where only the mode is configured. */
export const policyOf = (mode: PolicyMode, more: Partial<PolicyRecord> = {}): PolicyRecord => ({
  mode,
  coolDown: 0,
  changeWindows: [],
  allowFreeText: false,
  priority: 3,
  conflictWindow: 600,
  ...more,
});

export class TestLoop {
  readonly seen = new Subject<number>();
  readonly executed: number[] = [];
  /** Replace to make `execute` wait, fail, or look at the signal. */
  execute: (value: number, context: LoopContext) => Promise<void> = async () => undefined;
  ok = true;
  decides = (value: number): (Decision & { readonly value: number }) | undefined =>
    value < -100 ? undefined : { value, summary: `add ${-value}`, affected: -value };
  /** Replace to make `analyse` wait. */
  think: (context: LoopContext) => Promise<unknown> = async () => undefined;

  readonly definition: LoopDefinition;

  /** @param more what it does after a restart */
  constructor(more: AfterRestart = {}) {
    this.definition = closedLoop({
      name: 'positive',
      observe: () => this.seen,
      analyse: async (value: number, context) => {
        await this.think(context);
        if (Number.isNaN(value)) throw new Error('that is no number');
        return value < 0 ? { value, summary: `${value} is negative` } : undefined;
      },
      decide: ({ value }) => this.decides(value),
      execute: async ({ value }, context) => {
        this.executed.push(value);
        await this.execute(value, context);
        return `added ${-value}`;
      },
      verify: async () => ({ ok: this.ok, note: this.ok ? 'it is 0' : 'it is still negative' }),
      ...more,
    });
  }
}

export interface AfterRestart {
  readonly recover?: () => Promise<string | undefined>;
  readonly compensate?: () => Promise<string>;
}

export interface OpenedLoop {
  readonly runner: LoopRunner;
  readonly journal: LoopJournal;
  readonly policy: { current: PolicyRecord };
  readonly halted: { reason?: string };
  /** The names of the notifications of the loop, with outcome or state. */
  told(): Promise<string[]>;
  /** Waits for the history to be that long, and gives it. */
  history(length: number): ReturnType<LoopJournal['history']>;
}

export async function openTestStore(file = ':memory:'): Promise<Store> {
  const store = await openStore({ file, migrations });
  cleanUp(() => store.close());
  return store;
}

export async function openLoop(loop: TestLoop, mode: PolicyMode, store?: Store): Promise<OpenedLoop> {
  const opened = store ?? (await openTestStore());
  const events = await openEventLog(opened, {});
  cleanUp(() => events.close());
  const journal = await LoopJournal.open(opened, loopNews(notifier(events)), 'positive', 'watcher');
  const policy: { current: PolicyRecord } = { current: policyOf(mode) };
  const halted: { reason?: string } = {};
  const runner = new LoopRunner({
    definition: loop.definition,
    journal,
    log,
    policy: () => policy.current,
    halted: () => halted.reason,
    resources: new Resources(opened),
    context: (signal) => ({
      agent: 'watcher',
      signal,
      log,
      invoke: () => Promise.reject(new Error('not used here')),
      devices: {
        get: () => Promise.reject(new Error('not used here')),
        edit: () => Promise.reject(new Error('not used here')),
        watch: () => new Subject(),
      },
    }),
  });
  cleanUp(() => runner.halt());
  return {
    runner,
    journal,
    policy,
    halted,
    told: async () => {
      const rows = await events.read({ stream: DEFAULT_STREAM, limit: 1_000 });
      return rows.map(({ name, value }) => `${name} ${brief(value)}`);
    },
    history: (length) =>
      until(
        () => journal.history(100),
        (records) => records.length >= length,
      ),
  };
}

/** A loop that runs. */
export async function started(mode: 'autonomous' | 'approve' | 'observe') {
  const loop = new TestLoop();
  const opened = await openLoop(loop, mode);
  await opened.runner.start();
  return { loop, ...opened };
}

/** What waits for approval, as soon as something does. */
export async function pending({ runner }: Pick<OpenedLoop, 'runner'>): Promise<Approval> {
  const approval = await until(
    () => runner.pending,
    (each) => each !== undefined,
  );
  if (!approval) throw new Error('nothing waits');
  return approval;
}

/** Resolves when no cycle is under way. */
export const idle = ({ runner }: Pick<OpenedLoop, 'runner'>) =>
  until(
    () => runner.phase,
    (phase) => phase === 'observe',
  );

function brief(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const { state, phase, outcome } = value as Readonly<Record<string, unknown>>;
  return String(outcome ?? phase ?? state ?? '');
}
