/** The copilot of the resource layer: knows the devices, and says in plain language what they show and how to repair them. */
import { defineAgent, type SkillTask, TaskFailure } from 'yangent';
import type { Desk, LinePlan, NetworkPlan } from '../../stage/index.js';
import { type Diagnosis, diagnose, type EndReading, say } from '../diagnosis.js';
import { lineIn } from '../line-in-words.js';
import { readEnds } from '../lines.js';

export function resourceCopilot(desk: Desk, plan: NetworkPlan) {
  return defineAgent({
    id: desk.id,
    profile: {
      name: 'IRTF-yangent-FME-Resource-0.1.0',
      alias: 'resource-layer FME copilot',
      description: 'Answers questions about lines and guides their repair, from what the devices measure',
      type: 'copilot',
      version: '0.1.0',
      provider: 'yangent',
      domain: 'IP',
      skills: {
        skill: [
          {
            'skill-name': 'describe-line',
            'skill-description': 'says what the devices at both ends of a line show now',
            'skill-tags': ['show', 'state', 'measure', 'devices', 'ends', 'now'],
            'input-modes': ['text'],
            'output-modes': ['text'],
          },
          {
            'skill-name': 'guide-repair',
            'skill-description': 'says step by step how a line is repaired',
            'skill-tags': ['repair', 'how', 'steps', 'guide', 'splice'],
            'input-modes': ['text'],
            'output-modes': ['text'],
          },
        ],
      },
    },
    skills: {
      'describe-line': async (task, run) => {
        const line = lineOf(task, plan);
        const ends = await readEnds(run.devices, line);
        return `${ends.map(say).join('. ')}. That means: ${diagnose(line, ends).explanation}.`;
      },
      'guide-repair': async (task, run) => {
        const line = lineOf(task, plan);
        const ends = await readEnds(run.devices, line);
        return guide(line, ends, diagnose(line, ends))
          .map((step, index) => `${index + 1}. ${step}`)
          .join('\n');
      },
    },
  });
}

function guide(line: LinePlan, [a, b]: readonly [EndReading, EndReading], diagnosis: Diagnosis): readonly string[] {
  const { cause, place, explanation, recommendation } = diagnosis;
  if (cause !== 'cut' || place === undefined) return [`${explanation}: ${recommendation}.`];
  const rest = (line.km - place.km).toFixed(1);
  const lit = [a, b].filter(({ sends }) => sends !== undefined).map(({ router }) => router);
  return [
    `Go to the place ${place.km.toFixed(1)} km from ${place.from}; it is ${rest} km from ${b.router}.`,
    `The fibre is lit from ${lit.join(' and ')}: never look into it, and cap both ends before you work.`,
    `Splice ${line.name}, ${line.km} km long, and close the joint.`,
    `Ask whether ${line.name} is back before you leave.`,
  ];
}

/** @throws TaskFailure when the task speaks of no line of this network */
function lineOf({ prompt }: SkillTask, plan: NetworkPlan): LinePlan {
  const line = lineIn(`${prompt.object ?? ''} ${prompt.description}`, plan);
  if (line) return line;
  const known = plan.lines.map(({ name }) => name).join(', ');
  throw new TaskFailure('invalid-input', `which line is meant? There are ${known}`, { recovery: ['modify'] });
}
