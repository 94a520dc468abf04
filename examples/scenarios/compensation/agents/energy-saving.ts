/** The energy-saving agent: has its own targets, gives them up in steps while others need the power, and takes them back. */
import {
  type AgentDefinition,
  type AgentJudge,
  type AgentRun,
  type AgentSkill,
  buildPrompt,
  defineAgent,
  type Feasibility,
  type SkillTask,
  TaskFailure,
} from 'yangent';
import { type Desk, jsonArtifact } from '../../stage/index.js';
import { offerIn, requestIn, say } from '../language.js';
import { LEAST_POWER, MOST_POWER, powerLimit, targetAllowing } from '../network/energy.js';
import { bestTarget, type CoverageReport, type SavingPolicy, utility } from '../saving-utility.js';
import { editCell, readStations, type Station } from '../stations.js';
import { numberIn } from '../values.js';
import { listed } from '../words.js';

/** Targets worth speaking of: each lets a cell radiate another whole decibel. */
const TARGETS = Array.from({ length: MOST_POWER - LEAST_POWER + 1 }, (_, index) => targetAllowing(LEAST_POWER + index));

/**
 * @param stations names of the base stations whose cells save energy for it
 * @param wants what it wants, asked whenever it decides: an operator may change it
 */
export function energySaving(desk: Desk, stations: readonly string[], wants: () => SavingPolicy): AgentDefinition {
  const object = `cells of ${listed(stations)}`;

  const feasibility: AgentJudge<Feasibility> = async ({ content, counter }, { rounds }) => {
    const request = requestIn(counter ?? content[0]);
    if (!request)
      return {
        feasible: false,
        reason: 'say which target is wanted, and how many subscribers it leaves without service',
      };
    const policy = wants();
    const reports = reportsIn(rounds, desk.id);
    const target = bestTarget(TARGETS, reports, policy);
    desk.tell('decides', worth(target, reports, policy), 'power');
    if (request.wanted >= target) return { feasible: true, reason: `${named(request.wanted)} is worth it` };
    if (target >= policy.target)
      return { feasible: false, reason: `my target of ${policy.target} % is worth more than the service that is lost` };
    const before = rounds.findLast(({ by }) => by === desk.id)?.counter;
    const last = target <= policy.floor || offerIn(before)?.target === target;
    const end = last ? 'More I cannot give up.' : 'Would that do?';
    const concession = target === 0 ? 'suspend saving' : `go down from ${policy.target} % to ${target} %`;
    const description = `For the time being I would ${concession}. ${end}`;
    return { feasible: false, counter: say({ object, description }, { target, last }) };
  };

  /** Gives way until the assigner has what it needs, or no more is worth giving; then waits, and takes its targets back. */
  const giveWay: AgentSkill = async (task, run) => {
    const former = await run.step('former', async () => (await readStations(run.devices, stations)).map(settingOf));
    const reports = [...reportsIn(roundsOf(task), desk.id)];
    let target = agreedTarget(task);
    for (;;) {
      const inForce = target;
      await run.step(`target ${inForce}`, () => setTarget(run, inForce));
      await run.progress(30, inWords(inForce));
      const description = `On ${listed(stations)}, ${inWords(inForce)}. Is that enough?`;
      const judgement = await run.propose(say({ object, description }, { target: inForce, last: false }));
      const report = requestIn(judgement.counter);
      if (judgement.satisfied || !report) break;
      reports.push(...report.reports);
      const policy = wants();
      target = bestTarget(TARGETS, reports, policy);
      desk.tell('decides', worth(target, reports, policy), 'power');
      if (target < inForce) continue;
      const insists = `As it is, ${inWords(inForce)}. More I cannot give up.`;
      await run.propose(say({ object, description: insists }, { target: inForce, last: true }));
      break;
    }
    await run.requestInput(buildPrompt({ object, description: 'tell me when the power is not needed any more' }));
    await run.step('restored', () => restore(run, former));
    const own = former.map(({ name, target: each }) => `${name} ${each} %`).join(', ');
    return {
      artifacts: [jsonArtifact('restored', former)],
      note: `energy saving resumed: ${own}`,
    };
  };

  async function setTarget(run: AgentRun, target: number): Promise<void> {
    // A suspension leaves the target where it is: saving itself is switched off.
    const edit = target === 0 ? { savesEnergy: false } : { savesEnergy: true, target };
    const read = await readStations(run.devices, stations);
    await Promise.all(read.map((station) => editCell(run.devices, station, edit)));
    desk.tell(
      'does',
      `edit-config on ${listed(stations)}: ${inWords(target)}, which allows ${powerLimit(target)} dBm`,
      'power',
    );
  }

  async function restore(run: AgentRun, former: readonly Setting[]): Promise<void> {
    const read = await readStations(run.devices, stations);
    await Promise.all(
      read.map((station) => {
        const { savesEnergy, target } = former.find(({ name }) => name === station.name) ?? station.cell;
        return editCell(run.devices, station, { savesEnergy, target });
      }),
    );
    const now = (await readStations(run.devices, stations)).map(settingOf);
    if (JSON.stringify(now) !== JSON.stringify(former))
      throw new TaskFailure('internal', `energy saving is ${JSON.stringify(now)}, not as before`, {
        recovery: ['escalate'],
      });
    desk.tell('does', `edit-config on ${listed(stations)}: energy saving as it was`, 'withdrawal');
  }

  return defineAgent({
    id: desk.id,
    profile: {
      name: 'IRTF-yangent-WirelessEnergySaving-0.1.0',
      alias: 'energy saving',
      description: 'Saves energy in cells by limiting what they radiate, and gives way where service would suffer',
      type: 'energy-saving',
      version: '0.1.0',
      provider: 'yangent',
      domain: 'Wireless',
      'management-object': object,
      skills: {
        skill: [
          {
            'skill-name': 'give-way',
            'skill-description': 'lowers or suspends energy saving for a while, so that cells may radiate more',
            'skill-tags': ['energy', 'saving', 'power', 'compensation'],
            'input-modes': ['text'],
            'output-modes': ['text'],
          },
        ],
      },
      capability: {
        'push-notifications': true,
        negotiate: 'acp-task-feasibility-negotiation-v1.0, acp-task-fulfillment-negotiation-v1.0',
      },
    },
    skills: { 'give-way': giveWay },
    feasibility,
  });
}

/** Energy saving of one cell as it is configured. */
interface Setting {
  readonly name: string;
  readonly savesEnergy: boolean;
  readonly target: number;
}

function settingOf({ name, cell: { savesEnergy, target } }: Station): Setting {
  return { name, savesEnergy, target };
}

/** What the other side has reported, in its order. */
function reportsIn(rounds: readonly SpokenRound[], self: string): readonly CoverageReport[] {
  const others = rounds.filter(({ by }) => by !== self);
  return others.flatMap(({ content = [], counter }) =>
    [...content, counter].flatMap((text) => requestIn(text)?.reports ?? []),
  );
}

interface SpokenRound {
  readonly by: string;
  readonly content?: readonly string[];
  readonly counter?: string;
}

function roundsOf({ value: { negotiation } }: SkillTask): readonly SpokenRound[] {
  return Array.isArray(negotiation) ? negotiation : [];
}

/** @throws TaskFailure when the task names no target */
function agreedTarget({ input }: SkillTask): number {
  const target = numberIn(input, 'target');
  if (target !== undefined && target >= 0 && target <= 100) return target;
  throw new TaskFailure('invalid-input', 'the task names no target; give the input { "target": 21 }', {
    recovery: ['modify'],
  });
}

function named(target: number): string {
  return target === 0 ? 'a suspension' : `a target of ${target} %`;
}

function inWords(target: number): string {
  return target === 0 ? 'energy saving is suspended' : `the saving target is ${target} %`;
}

function worth(target: number, reports: readonly CoverageReport[], policy: SavingPolicy): string {
  const of = (each: number) => utility(each, reports, policy).toFixed(2);
  return `of greatest utility is ${named(target)}: ${of(target)}; its own target of ${policy.target} % has ${of(policy.target)}`;
}
