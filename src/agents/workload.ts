/** What becomes of the tasks of an agent when the agent changes: done by the room that keeps the tasks. */
export interface AgentWorkload {
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

  resumed(agent: string): void {
    this.#source?.resumed(agent);
  }

  async removed(agent: string): Promise<void> {
    await this.#source?.removed(agent);
  }
}
