/** What the agent can be asked to do. */
import { type AgentSkill, type Prompt, type SkillTask, TaskFailure } from 'yangent';
import type { Link } from './intent.js';
import { type Condition, enable, isObject, readCondition } from './interfaces.js';

/** Says in which condition a link is. Input: `{ device, interface }`, or a prompt whose target object is `device/interface`. */
export const diagnoseLink: AgentSkill = async (task, run) => {
  const link = linkOf(task);
  await run.progress(20, `reading ${link.device}`);
  const condition = await readCondition(run.devices, link);
  return {
    artifacts: [
      {
        name: 'diagnosis',
        modality: 'text',
        'media-type': 'text/plain',
        value: `${nameOf(link)} is ${condition}: ${ADVICE[condition]}`,
      },
    ],
  };
};

const ADVICE: Readonly<Record<Condition, string>> = {
  up: 'nothing needs to be done',
  absent: 'the device has no such interface; check the name',
  'administratively-down': 'it is switched off in configuration; repair-link can switch it on',
  'operationally-down': 'it is switched on but does not work; check the optics and the other end',
};

/** Switches a link on and looks whether it came up. Input as for `diagnose-link`. */
export const repairLink: AgentSkill = async (task, run) => {
  const link = linkOf(task);
  const before = await run.step('look', () => readCondition(run.devices, link));
  if (before === 'absent') {
    throw new TaskFailure('invalid-input', `${link.device} has no interface ${link.interface}`, {
      recovery: ['escalate'],
    });
  }
  await run.progress(30, `${nameOf(link)} is ${before}`);
  // An attempt that a restart cut off may have switched it on.
  const now = task.attempt > 1 ? await readCondition(run.devices, link) : before;
  if (now === 'administratively-down') await enable(run.devices, link);
  await run.progress(70, 'looking again');
  const after = await readCondition(run.devices, link);
  const data = { device: link.device, interface: link.interface, before, after, changed: before !== after };
  return {
    artifacts: [{ name: 'repair', modality: 'text', 'media-type': 'application/json', data }],
    note: `${nameOf(link)} was ${before} and is ${after}`,
  };
};

/** The link that a task is about. @throws TaskFailure when it names none */
export function linkOf(task: SkillTask): Link {
  const { input, prompt } = task;
  if (isObject(input) && typeof input.device === 'string' && typeof input.interface === 'string') {
    return { device: input.device, interface: input.interface };
  }
  const link = linkIn(prompt);
  if (link) return link;
  const message = 'the task names no link; give the input { "device": "edge-1", "interface": "uplink" }';
  throw new TaskFailure('invalid-input', message, { recovery: ['modify'] });
}

/** `edge-1/uplink` as the target object of a prompt. */
export function linkIn(prompt: Prompt | undefined): Link | undefined {
  const [, device, name] = /([\w.-]+)\/([\w.:/-]+)/.exec(prompt?.object ?? '') ?? [];
  return device !== undefined && name !== undefined ? { device, interface: name } : undefined;
}

function nameOf({ device, interface: name }: Link): string {
  return `${name} of ${device}`;
}
