/** What the scenarios share. */
export {
  Account,
  type AccountRound,
  type AccountTask,
  type Act,
  type Entry,
  type Protocol,
  type Step,
} from './account.js';
export type { AgentPlace, ClientPlace, Peers } from './agents.js';
export { Colleague, ColleagueTask, type Message, type Order } from './colleague.js';
export { Desk } from './desk.js';
export { type DeviceKind, type StageDevice, yangBeside } from './devices.js';
export { dataOf, jsonArtifact } from './json-artifact.js';
export { Link } from './link.js';
export { entriesIn, type Members, membersIn, textIn, textsIn } from './members.js';
export * from './network/index.js';
export { once } from './once.js';
export { type PerformOptions, perform } from './perform.js';
export { type Outcome, type Pace, type PlayOptions, paced, type Scenario } from './scenario.js';
export { type Cast, Stage, type StageOptions, startStage } from './stage.js';
export * from './trouble-ticket/index.js';
