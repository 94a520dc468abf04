/** The settings of a node for tasks: `/yangent-tasks:task-settings`. */
export interface ConfiguredSettings {
  readonly retention: { readonly days: number; readonly count: number };
  /** See `TaskQueue`. */
  readonly fairness: number;
  /** `time` in seconds. */
  readonly negotiation: { readonly maxRounds: number; readonly time: number };
}
