/** The steps of a run as its journal tells them. */
import { isStepState, type StepState } from '../model/states.js';
import type { Entry } from './journal.js';
import { type MigrationEntry, migrationIn } from './migrations.js';

export interface ReplayedStep {
  readonly node: string;
  readonly item: number;
  readonly generation: number;
  readonly state: StepState;
  readonly tasks: readonly string[];
  /** All that have had them. */
  readonly agents: readonly string[];
  /** Digests of values. */
  readonly input?: string;
  readonly output?: string;
  /** True once it was executed. */
  readonly began: boolean;
  /** Number of the event that told its present state first. */
  readonly since: number;
}

/** The journal until an event, taken up one entry after the other. */
export class Replay {
  readonly #steps = new Map<string, ReplayedStep>();

  take(entry: Entry): void {
    const migration = migrationIn(entry);
    if (migration) this.#migrate(migration);
    else this.#takeStep(entry);
  }

  #takeStep({ kind, sequence, node, item = 0, generation = 1, data }: Entry): void {
    if (kind !== 'step' || node === undefined || typeof data.state !== 'string' || !isStepState(data.state)) return;
    const key = keyOf(node, item, generation);
    const before = this.#steps.get(key);
    const input = textIn(data.input) ?? before?.input;
    const output = textIn(data.output);
    this.#steps.set(key, {
      ...{ node, item, generation, state: data.state },
      tasks: textsIn(data.task) ?? before?.tasks ?? [],
      agents: [...new Set([...(before?.agents ?? []), ...(textsIn(data.agent) ?? [])])],
      ...(input === undefined ? {} : { input }),
      ...(output === undefined ? {} : { output }),
      began: before?.began || BEGUN.has(data.state),
      since: before?.state === data.state ? before.since : sequence,
    });
  }

  /** Gives steps the names that they have in the next graph, without those that it lacks. */
  #migrate({ map, gone }: MigrationEntry): void {
    const names = new Map(map.map(({ from, to }) => [from, to]));
    const steps = this.steps.filter(({ node }) => !gone.includes(node));
    this.#steps.clear();
    for (const step of steps) {
      const node = names.get(step.node) ?? step.node;
      this.#steps.set(keyOf(node, step.item, step.generation), { ...step, node });
    }
  }

  get(node: string, item: number, generation: number): ReplayedStep | undefined {
    return this.#steps.get(keyOf(node, item, generation));
  }

  get steps(): readonly ReplayedStep[] {
    return [...this.#steps.values()];
  }
}

/** States in which a step is executed, or was. */
const BEGUN: ReadonlySet<string> = new Set(['executing', 'suspended', 'completed']);

function keyOf(node: string, item: number, generation: number): string {
  return `${node} ${item} ${generation}`;
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function textsIn(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
}
