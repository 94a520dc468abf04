/** Reads the event stream over NETCONF, so that tests wait for what happens instead of for time to pass. */
import { connectNetconf, type NetconfClient } from '../../src/clients/index.js';
import { decodeXml, toValue } from '../../src/data/index.js';
import { type Credentials, type Members, nodeSchema, unqualified } from './faces.js';
import type { TestNode } from './node.js';

export interface Event {
  /** `module:name`. */
  readonly name: string;
  readonly value: Members;
}

export class Watcher {
  readonly events: Event[] = [];
  readonly #waiting = new Set<() => void>();

  private constructor(private readonly client: NetconfClient) {
    client.observable.subscribe(({ event }) => {
      const module = nodeSchema.moduleByNamespace(event.namespace)?.name;
      const node = nodeSchema.notifications.get(`${module}:${event.name}`);
      if (!node) return;
      this.events.push({
        name: node.qname,
        value: unqualified(toValue(decodeXml(node, event.children, { schema: nodeSchema }))),
      });
      for (const look of [...this.#waiting]) look();
    });
  }

  /** @param startTime also what was sent since then */
  static async start(
    { netconf, password }: TestNode,
    { login, startTime }: { readonly login?: Credentials; readonly startTime?: string } = {},
  ): Promise<Watcher> {
    const { user, password: secret } = login ?? { user: 'admin', password };
    const client = await connectNetconf({ ...netconf, username: user, password: secret });
    const watcher = new Watcher(client);
    await client.createSubscription({ startTime });
    return watcher;
  }

  /** The first event, seen before or to come, that fits. */
  until(fits: (event: Event) => boolean): Promise<Event> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.events.find(fits);
        if (!found) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Until the assigner's task `taskId` was in `state`; gives its identifier on the node. */
  async reached(taskId: string, state: string): Promise<string> {
    const { value } = await this.until(
      ({ name, value }) =>
        name === 'yangent-tasks:task-changed' && value['task-id'] === taskId && value.state === state,
    );
    return String(value.id);
  }

  /** The states that were reported of a task, in order. */
  statesOf(taskId: string): unknown[] {
    const changes = this.events.filter(
      ({ name, value }) => name === 'yangent-tasks:task-changed' && value['task-id'] === taskId,
    );
    return changes.map(({ value }) => value.state);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
