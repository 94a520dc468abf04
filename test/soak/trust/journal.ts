/** What clients have asked for and what they were answered, until it is judged. */
import type { HttpAnswer } from '../../support/http.js';
import type { LogReader } from './log-reader.js';
import { faultOf, type Life, type Operation, type Sought } from './operation.js';

/** Operations that are judged at the same time. */
const TOGETHER = 16;

export class Journal {
  readonly faults: string[] = [];
  /** How many operations of each kind were judged, by their outcomes. */
  readonly counts = new Map<string, Record<Operation['outcome'], number>>();
  #pending: Operation[] = [];

  /** Notes an operation that is about to be asked for. @param kind its name before the first blank */
  begin(name: string, sought: Sought, effect?: Operation['effect']): Operation {
    const operation: Operation = { name, sought, ...(effect ? { effect } : {}), outcome: 'open' };
    this.#pending.push(operation);
    return operation;
  }

  /** Notes the answer over RESTCONF. An answer that tells of a fault of the node is one. */
  answered(operation: Operation, answer: HttpAnswer): boolean {
    const { status, body } = answer;
    if (status >= 500) this.faults.push(`${operation.name}: ${status} ${body}`);
    operation.outcome = status < 300 ? 'done' : 'refused';
    return operation.outcome === 'done';
  }

  /** Compares all operations since the last time with the records and with the state of the node. */
  async judge(life: Life, log: LogReader): Promise<void> {
    const pending = this.#pending.splice(0);
    while (pending.length > 0)
      await Promise.all(pending.splice(0, TOGETHER).map((each) => this.#judge(each, life, log)));
  }

  async #judge(operation: Operation, life: Life, log: LogReader): Promise<void> {
    const { sought, effect, name, outcome } = operation;
    const digest = 'input' in sought.by ? await digestOf(life, sought.by.input) : undefined;
    const fault = faultOf(operation, log.count(sought, digest), await effect?.(life));
    if (fault !== undefined) this.faults.push(fault);
    this.#count(name.split(' ')[0] ?? name, outcome);
  }

  #count(kind: string, outcome: Operation['outcome']): void {
    const counts = this.counts.get(kind) ?? { open: 0, done: 0, refused: 0 };
    counts[outcome] += 1;
    this.counts.set(kind, counts);
  }
}

/** Returns the digest that records have of an input, or of the document of a device edit. */
export async function digestOf({ clients }: Life, value: unknown): Promise<string> {
  const output = await clients.output('admin', 'yangent-audit:hash', { value: JSON.stringify(value) });
  return String(output['input-digest']);
}
