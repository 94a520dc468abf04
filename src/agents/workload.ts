/** Acts on the tasks of an agent when the agent changes; implemented by the room of tasks. */
export interface AgentWorkload {
  /** Called when the agent takes tasks again after draining. */
  resumed(agent: string): void;
  /** Called when the agent was removed: ends its unfinished tasks. */
  removed(agent: string): Promise<void>;
}

/** Forwards to the room of tasks once it is connected; does nothing before. */
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
