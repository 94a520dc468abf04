/** The floor of a team: who may speak, and what the team waits for. */

export interface Floor {
  /** Agents that have the floor; each speaks once. */
  readonly holders: readonly string[];
  /** Agents that speakers named while others had not spoken yet: they have the floor next. */
  readonly named: readonly string[];
  /** Number of turns so far. */
  readonly turn: number;
  /** How often in a row nobody spoke in time. */
  readonly silences: number;
  /** Identifiers of the tasks for which a pause still waits. */
  readonly triggers: readonly string[];
  /** The agent that gets the floor when the wait is over. */
  readonly waiter?: string;
  /** True when the team concludes because its turns are used up. */
  readonly isUsedUp?: true;
}

export const NO_FLOOR: Floor = { holders: [], named: [], turn: 0, silences: 0, triggers: [] };
