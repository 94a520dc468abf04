/** A trigger as configured, and what the node knows of it. */
import type { YangentWorkflowsConfig } from '../../generated/providers.js';

export const TRIGGER = '/yangent-workflows:workflows/trigger';

/** A trigger as configured, with the defaults in use. */
export type Trigger = YangentWorkflowsConfig[typeof TRIGGER]['value'];
export type ScheduleTerms = NonNullable<Trigger['schedule']>;
export type NotificationTerms = NonNullable<Trigger['notification']>;

/** How far a trigger has come. */
export interface TriggerRow {
  readonly name: string;
  /** Another one after each commit that changes the trigger. */
  readonly edit: string;
  readonly owner: string;
  /** The next time of a schedule, in milliseconds since 1970. */
  readonly next?: number;
  /** Number of the last event that was handled. Absent: the oldest event comes first. */
  readonly cursor?: number;
  /** When it last started a run, as yang:date-and-time. */
  readonly fired?: string;
  readonly missed: number;
  /** Why it last missed, if it was told and no run has started since. */
  readonly told?: string;
}

/** A cause to start a run: a time that has come, a notification, or the action `fire`. */
export interface Occasion {
  /** The value of the variable `event`. */
  readonly event: unknown;
  /** When it was, as yang:date-and-time. */
  readonly at: string;
  /** Number of triggers that led to the run, this one counted. */
  readonly depth: number;
  /** The run of which a notification told. */
  readonly run?: string;
  /** True for a notification that tells that a trigger missed: a miss of it is not told. */
  readonly ofMissed?: true;
}
