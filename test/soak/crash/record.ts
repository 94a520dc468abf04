/** What the test has seen of a node over all of its lives, and whoever waits for more of it. */
import type { RestconfEvent } from '../../../src/clients/index.js';

/** An assignment that was answered. */
export interface Acknowledged {
  readonly taskId: string;
  /** Identifier which the node made. */
  readonly id: string;
  readonly kind: TaskKind;
  /** Every change goes to the receiver, too. */
  readonly reported: boolean;
  /** The result, where the answer carried one. */
  readonly result?: string;
}

/** `field` tasks are done by an executor outside the node. */
export type TaskKind = 'quick' | 'steps' | 'field';

/** A change of a task, as a notification tells it. */
export interface Change {
  readonly id: string;
  readonly sequence: number;
  readonly state: string;
}

export interface Delivery {
  /** The event's id: equal when, and only when, a delivery is repeated. */
  readonly key: string;
  readonly body: string;
  readonly change: Change;
}

export class CrashRecord {
  readonly acknowledged = new Map<string, Acknowledged>();
  readonly events: RestconfEvent[] = [];
  readonly deliveries: Delivery[] = [];
  /** Results of tasks which an executor outside the node delivered and the node acknowledged. */
  readonly completed = new Map<string, string>();
  /** What was wrong at once. */
  readonly faults: string[] = [];
  /** Last state of each task on the stream, by the node's identifier. */
  readonly states = new Map<string, string>();
  readonly #waiting = new Set<() => void>();

  acknowledge(task: Acknowledged): void {
    const before = this.acknowledged.get(task.taskId);
    if (before && before.id !== task.id) {
      this.faults.push(`task-id ${task.taskId} was assigned twice: as ${before.id} and as ${task.id}`);
    }
    this.acknowledged.set(task.taskId, { ...before, ...task });
    this.#wake();
  }

  event(event: RestconfEvent): void {
    this.events.push(event);
    const change = changeOf(event);
    if (change) this.states.set(change.id, change.state);
    this.#wake();
  }

  delivery(delivery: Delivery): void {
    this.deliveries.push(delivery);
    this.#wake();
  }

  /** Resolves once `condition` holds, looked at after each thing recorded; rejects with the signal's reason. */
  until(condition: () => boolean, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const give = () => {
        this.#waiting.delete(look);
        reject(signal?.reason);
      };
      const look = () => {
        if (!condition()) return;
        this.#waiting.delete(look);
        signal?.removeEventListener('abort', give);
        resolve();
      };
      this.#waiting.add(look);
      signal?.addEventListener('abort', give, { once: true });
      look();
    });
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look();
  }
}

/** Of the notification task-changed; undefined for others. */
export function changeOf({ name, value }: Pick<RestconfEvent, 'name' | 'value'>): Change | undefined {
  if (name !== 'yangent-tasks:task-changed') return undefined;
  return { id: text(value, 'id'), sequence: Number(text(value, 'sequence')), state: text(value, 'state') };
}

/** A member of an RFC 7951 object as text; empty when there is none. */
export function text(value: unknown, name: string): string {
  const found = member(value, name);
  return found === undefined ? '' : String(found);
}

export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

/** The value of the only artifact of an RFC 7951 task or answer. */
export function resultOf(value: unknown): string | undefined {
  const artifacts = member(value, 'artifact');
  return Array.isArray(artifacts) && artifacts.length > 0 ? text(artifacts[0], 'value') : undefined;
}
