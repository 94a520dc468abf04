/** The agent of a transmission network: asks the routers between a place and the core, and switches on what is switched off. */
import { type AgentRun, defineAgent, TaskFailure } from 'yangent';
import { type Diagnosis, diagnose, say } from '../../fault/diagnosis.js';
import { readEnds, switchOn } from '../../fault/lines.js';
import { type Desk, jsonArtifact, type LinePlan, linesToCore, type NetworkPlan } from '../../stage/index.js';
import { type Finding, sayFinding } from '../finding.js';
import type { Domain } from '../places.js';
import { OBJECT_INPUT, PLACE_INPUT, skill, subTicketIn } from './sub-ticket.js';

export function transmission(desk: Desk, domain: Domain, plan: NetworkPlan) {
  const read = async (line: LinePlan, ticket: string, run: AgentRun): Promise<Diagnosis> => {
    const ends = await readEnds(run.devices, line);
    for (const end of ends)
      desk.relay({
        from: desk.id,
        act: 'reads',
        to: end.router,
        protocol: 'NETCONF',
        about: `${ticket} reading`,
        text: say(end),
      });
    return diagnose(line, ends);
  };
  return defineAgent({
    id: desk.id,
    profile: {
      name: `IRTF-yangent-IP-${domain}-0.1.0`,
      alias: 'transmission network agent',
      description: 'Examines the lines between sites and the core',
      type: 'assurance',
      version: '0.1.0',
      provider: 'yangent',
      domain: 'IP',
      'management-object': plan.lines.map(({ name }) => name).join(', '),
      skills: {
        skill: [
          skill('examine-path', 'says whether the lines between a place and the core carry traffic', ['line', 'path']),
          skill('switch-on-line', 'switches a line on that is switched off', ['line', 'repair']),
        ],
      },
    },
    skills: {
      'examine-path': {
        input: PLACE_INPUT,
        run: async (task, run) => {
          const { ticket, object: place } = subTicketIn(task.input);
          const lines = linesOf(place, plan);
          const diagnoses: Diagnosis[] = [];
          for (const line of lines) diagnoses.push(await read(line, ticket, run));
          const finding = lineFinding(place, diagnoses);
          return {
            artifacts: [
              { name: 'summary', modality: 'text', value: sayFinding(finding) },
              jsonArtifact('finding', finding),
            ],
          };
        },
      },
      'switch-on-line': {
        input: OBJECT_INPUT,
        freeText: 'refuse',
        run: async (task, run) => {
          const { ticket, object } = subTicketIn(task.input);
          const line = plan.lines.find(({ name }) => name === object);
          if (!line) throw new TaskFailure('invalid-input', `this network has no line ${object}`);
          const ends = await readEnds(run.devices, line);
          await switchOn(run.devices, ends);
          for (const { router, interface: name } of ends.filter(({ enabled }) => !enabled))
            desk.relay({
              from: desk.id,
              act: 'requests',
              to: router,
              protocol: 'NETCONF',
              about: `${ticket} repair`,
              text: `edit-config: interface ${name} is enabled`,
            });
          return (await read(line, ticket, run)).explanation;
        },
      },
    },
  });
}

/** @throws TaskFailure when no base station of the plan stands at the place */
function linesOf(place: string, plan: NetworkPlan): readonly LinePlan[] {
  const stations = plan.baseStations.filter(({ site }) => site === place);
  if (stations.length === 0) throw new TaskFailure('invalid-input', `nothing of this network serves ${place}`);
  return [...new Set(stations.flatMap(({ router }) => linesToCore(plan, router) ?? []))];
}

function lineFinding(place: string, diagnoses: readonly Diagnosis[]): Finding {
  const broken = diagnoses.find(({ cause }) => cause !== 'none');
  if (!broken) {
    const lines = diagnoses.map(({ line }) => `${line} carries traffic`);
    return { ok: true, follows: false, shown: lines.length > 0 ? lines.join('; ') : `${place} is at the core itself` };
  }
  const { line, explanation, recommendation, automatic } = broken;
  return {
    ok: false,
    follows: false,
    shown: `${line} carries no traffic`,
    cause: explanation,
    ...(automatic && { remedy: { skill: 'switch-on-line', object: line, words: recommendation } }),
  };
}
