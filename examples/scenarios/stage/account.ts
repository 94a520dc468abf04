/** The account of a scenario: who said what to whom and over which protocol, and what each saw, found and did. */
import { Subject } from 'rxjs';

export type Protocol = 'NETCONF' | 'RESTCONF' | 'HTTP';

/** What somebody says to another, or does by himself. */
export type Act =
  | 'notifies' // a device tells of a change
  | 'assigns' // a task to another agent
  | 'reports' // progress of a task
  | 'asks' // a question in plain words
  | 'provides' // the input that a task waits for
  | 'answers' // with the result of a task
  | 'refuses' // a task or a request
  | 'negotiates' // proposes or judges
  | 'cancels' // calls a task off
  | 'says' // to the members of a session
  | 'forms' // a team
  | 'joins' // a team to which it is invited
  | 'waits' // for tasks of a team
  | 'concludes' // the work of a team
  | 'requests' // something of a service that is no agent
  | 'reads' // from a device
  | 'cuts' // a link between nodes
  | 'mends' // it
  | 'sees'
  | 'finds'
  | 'decides'
  | 'does';

/** The task that a message is about. */
export interface AccountTask {
  /** Absent: it is being asked for, and has none yet. */
  readonly id?: string;
  readonly type?: string;
  readonly state: string;
}

/** A round of a negotiation, as the node of the executor has it. */
export interface AccountRound {
  readonly number: number;
  readonly type: 'FEASIBILITY' | 'FULFILLMENT';
  readonly verdict?: string;
  readonly counter?: string;
}

/** One thing that happened. */
export interface Entry {
  /** Milliseconds since the account began. */
  readonly at: number;
  /** Of the steps of the scenario, the one this belongs to. */
  readonly step?: string;
  readonly from: string;
  /** The domain of the node at which it happens; absent where each agent has a node of its own. */
  readonly node?: string;
  readonly act: Act;
  /** Absent where it is no message. */
  readonly to?: string;
  readonly protocol?: Protocol;
  readonly task?: AccountTask;
  readonly round?: AccountRound;
  /** What it is about, in a word of the scenario's own, by which steps know it. */
  readonly about?: string;
  /** For people, one line or several. */
  readonly text: string;
}

/** A step of a scenario as its source numbers it, and by what its entries are known. */
export interface Step {
  readonly id: string;
  readonly title: string;
  readonly has: (entry: Entry) => boolean;
}

export class Account {
  /** Each entry as it is told. */
  readonly told = new Subject<Entry>();
  readonly #entries: Entry[] = [];
  #begun = performance.now();

  /** @param steps the first that has an entry gives it its number */
  constructor(readonly steps: readonly Step[] = []) {}

  /** Time is counted from now on. */
  begin(): void {
    this.#begun = performance.now();
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The first entry, told already or to come, that fits. @throws the reason of the signal */
  until(fits: (entry: Entry) => boolean, signal: AbortSignal): Promise<Entry> {
    const known = this.#entries.find(fits);
    if (known) return Promise.resolve(known);
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason);
      const subscription = this.told.subscribe((entry) => {
        if (!fits(entry)) return;
        subscription.unsubscribe();
        signal.removeEventListener('abort', stop);
        resolve(entry);
      });
      signal.addEventListener('abort', stop, { once: true });
    });
  }

  tell(entry: Omit<Entry, 'at' | 'step'>): void {
    const timed: Entry = { ...entry, at: Math.round(performance.now() - this.#begun) };
    const step = this.steps.find(({ has }) => has(timed));
    const whole = step ? { ...timed, step: step.id } : timed;
    this.#entries.push(whole);
    this.told.next(whole);
  }
}
