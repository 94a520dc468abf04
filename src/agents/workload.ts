/** How many tasks an agent has: told by whoever keeps the tasks. */
export interface AgentWorkload {
  of(agent: string): Promise<{ readonly running: number; readonly queued: number }>;
  /** The agent takes tasks again after draining. */
  resumed(agent: string): void;
  /** The agent was removed: its unfinished tasks end. */
  removed(agent: string): Promise<void>;
}

/** Stands until the tasks are connected: a node without tasks has none. */
export class ConnectedWorkload implements AgentWorkload {
  #source: AgentWorkload | undefined;

  connect(source: AgentWorkload): void {
    this.#source = source;
  }

  async of(agent: string): Promise<{ readonly running: number; readonly queued: number }> {
    return this.#source?.of(agent) ?? { running: 0, queued: 0 };
  }

  resumed(agent: string): void {
    this.#source?.resumed(agent);
  }

  async removed(agent: string): Promise<void> {
    await this.#source?.removed(agent);
  }
}
