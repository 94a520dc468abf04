/** Skills and judgements of hosted agents, which may use the devices that the node manages. */
import type { StoredAuthority } from '../access/index.js';
import type { DeviceAccess } from '../devices/index.js';
import type { TeamOrder, TeamTask } from '../sessions/index.js';
import type {
  Feasibility,
  Fulfillment,
  InputOf,
  NegotiationRun,
  Proposal,
  Skill,
  SkillDefinition,
  SkillTask,
  TaskRun,
} from '../tasks/index.js';

/** One execution of a task. */
export interface AgentRun extends TaskRun {
  /** The devices of this node; requests end with the run. */
  readonly devices: DeviceAccess;
  /**
   * Forms a team for the task, which this agent coordinates, waits for its end, and returns its conclusion. The names of the teams of
   * a task must be unique; a repeated run goes on with the same team, and forms another one when an earlier attempt was told that it
   * failed.
   * @throws TaskFailure team-failed, with the reason, when the team comes to no conclusion
   */
  team(name: string, order: TeamOrder): Promise<string>;
}

/** One answer in a negotiation. */
export interface AgentNegotiation extends NegotiationRun {
  /** The devices of this node; requests end with the negotiation's signal. */
  readonly devices: DeviceAccess;
}

export type AgentSkill<Input = unknown> = (task: SkillTask<Input>, run: AgentRun) => ReturnType<Skill>;

/** The skills: each is a function, or a definition with its input and phrases that ask for it. */
export type AgentSkills = Readonly<Record<string, AgentSkill | SkillDefinition<AgentSkill>>>;

/** A skill whose function gets input typed by its schema. */
export type TypedSkill<Input extends object> = Omit<SkillDefinition<AgentSkill<InputOf<Input>>>, 'input'> & {
  readonly input: Input;
};

/** Declares a skill: the type of `task.input` is derived from its schema. */
export function defineSkill<const Input extends object>(skill: TypedSkill<Input>): SkillDefinition<AgentSkill> {
  // The skill is called with valid input only.
  return skill as SkillDefinition<AgentSkill>;
}

/** The task on which an agent works, and the authority within which it does. */
export interface TaskAtWork {
  readonly task: string;
  readonly authority?: StoredAuthority;
}

function atWork({ id, authority }: Pick<SkillTask, 'id' | 'authority'>): TaskAtWork {
  return { task: id, ...(authority ? { authority } : {}) };
}

/** The judgement of an agent on a proposal: whether it can be done, or whether it fulfils the task. */
export type AgentJudge<Answer extends Feasibility | Fulfillment> = (
  proposal: Proposal,
  run: AgentNegotiation,
) => Promise<Answer>;

/** Adapts a judgement to the interface of the room of tasks. */
export function judgeWithDevices<Answer extends Feasibility | Fulfillment>(
  judge: AgentJudge<Answer>,
  devices: (signal: AbortSignal) => DeviceAccess,
): (proposal: Proposal, run: NegotiationRun) => Promise<Answer> {
  return (proposal, run) => judge(proposal, { ...run, devices: devices(run.signal) });
}

/** The members of runs besides the operations of the room of tasks. */
export interface Equipment {
  readonly devices: (signal: AbortSignal, task: TaskAtWork) => DeviceAccess;
  readonly team: (task: TeamTask, run: TaskRun) => AgentRun['team'];
}

/** Adapts skills to the interface of the room of tasks. */
export function equipped(
  skills: AgentSkills,
  { devices, team }: Equipment,
): Readonly<Record<string, Skill | SkillDefinition>> {
  const equip =
    (skill: AgentSkill): Skill =>
    (task, run) =>
      skill(task, agentRun(run, devices(run.signal, atWork(task)), team(task, run)));
  const all = Object.entries(skills).map(([name, skill]): [string, Skill | SkillDefinition] => [
    name,
    typeof skill === 'function' ? equip(skill) : { ...skill, run: equip(skill.run) },
  ]);
  return Object.fromEntries(all);
}

function agentRun(run: TaskRun, devices: DeviceAccess, team: AgentRun['team']): AgentRun {
  return {
    signal: run.signal,
    log: run.log,
    devices,
    team,
    progress: (percent, note, more) => run.progress(percent, note, more),
    deliver: (artifact) => run.deliver(artifact),
    step: (name, work) => run.step(name, work),
    requestInput: (required, options) => run.requestInput(required, options),
    propose: (content) => run.propose(content),
    assign: (name, order) => run.assign(name, order),
    waiting: (wait) => run.waiting(wait),
    interpret: (text, forms) => run.interpret(text, forms),
    token: () => run.token(),
    context: () => run.context(),
    current: () => run.current(),
  };
}
