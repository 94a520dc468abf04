/** What an operator sets for the tasks of a node: `/yangent-tasks:task-settings`. */
export interface ConfiguredSettings {
  readonly retention: { readonly days: number; readonly count: number };
  /** See `TaskQueue`. */
  readonly fairness: number;
  /** `time` in seconds. */
  readonly negotiation: { readonly maxRounds: number; readonly time: number };
}
