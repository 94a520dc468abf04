/** The words of a picture: what stands in its nodes and at its edges. */
import { type DagEdge, type DagNode, typeOf } from '../model/dag.js';
import type { StepPicture } from './picture.js';
import { duration, shortened } from './text.js';

const NAME = 64;
const EXPRESSION = 40;
const NOTE = 60;
const TIP = 400;

/** Returns the name of a node or workflow as it is shown. */
export function nameLabel(name: string): string {
  return shortened(name, NAME);
}

/** Returns the lines below the name of a node: what does it, then how often and when it is executed. */
export function nodeLines(node: DagNode, edgesThatCount: number, step?: StepPicture): string[] {
  return [...workLines(node, step), ...courseLines(node, edgesThatCount)];
}

function workLines(node: DagNode, step?: StepPicture): string[] {
  const type = typeOf(node);
  switch (type) {
    case 'task':
      return taskLines(node.task, step?.agent);
    case 'workflow':
      return node.workflow ? [`workflow ${named(node.workflow.definition, node.workflow.version)}`] : [];
    case 'approval':
      return [`approved by ${personsOf(node.approval)}`];
    case 'wait':
      return node.wait ? waitLines(node.wait) : [];
    case 'none':
      return node.output?.length
        ? [`gives ${shortened(node.output.map(({ name }) => name).join(', '), EXPRESSION)}`]
        : [];
    case undefined:
      return [`type ${nameLabel(node.type)}`];
    default:
      return type satisfies never;
  }
}

function taskLines(task: DagNode['task'], of?: string): string[] {
  const skill = task?.skill === undefined ? undefined : nameLabel(task.skill);
  const agent = of ?? task?.agent;
  const by = agent === undefined ? undefined : `by ${nameLabel(agent)}`;
  const lines = [skill, by].filter((line) => line !== undefined);
  const work = lines.join(' ').length <= EXPRESSION && lines.length > 0 ? [lines.join(' ')] : lines;
  if (task === undefined || task.executors === 1) return work;
  return [...work, `${task.executors} agents${task.agree === undefined ? '' : `, ${task.agree} must agree`}`];
}

/** Says how many persons of which groups approve. */
function personsOf(gate: DagNode['approval']): string {
  const { quorum = 1, 'approver-group': groups = [], approver = [] } = gate ?? {};
  const who = [...groups, ...approver].map(nameLabel).join(', ') || 'operators';
  return `${quorum} of ${shortened(who, EXPRESSION)}`;
}

function waitLines({ seconds, until, notification, signal }: NonNullable<DagNode['wait']>): string[] {
  if (seconds !== undefined) return [`wait ${duration(seconds)}`];
  if (until !== undefined) return [`wait until ${expression(until)}`];
  const match = (notification ?? signal)?.match;
  const awaited = notification
    ? ['wait for notification', nameLabel(notification.name)]
    : [`wait for signal ${nameLabel(signal?.name ?? '')}`];
  return match === undefined ? awaited : [...awaited, `with ${expression(match)}`];
}

function courseLines(node: DagNode, edgesThatCount: number): string[] {
  const { condition, join, oversight, repeat, 'for-each': forEach, 'on-failure': onFailure } = node;
  const lines: string[] = [];
  if (condition !== undefined) lines.push(`if ${expression(condition)}`);
  if (forEach) lines.push(`× each of ${expression(forEach.items)}`);
  if (oversight) lines.push(`after approval by ${personsOf(oversight)}`);
  if (repeat) lines.push(`repeat until ${expression(repeat.until)}`);
  if (join === 'quorum') lines.push(`join: ${node.quorum} of ${edgesThatCount}`);
  else if (join !== 'all') lines.push(`join: ${join}`);
  if (onFailure !== 'fail') lines.push(`if it fails: ${onFailure === 'default' ? 'default output' : onFailure}`);
  return lines;
}

/** Returns the state of a step in words, with the attempt and the items where they tell something. */
export function stateLine({ state, attempt = 1, items }: StepPicture): string {
  const parts: string[] = [state];
  if (attempt > 1) parts.push(`attempt ${attempt}`);
  if (items) parts.push(`${items.done} of ${items.of} done`);
  if (items?.failed) parts.push(`${items.failed} failed`);
  return parts.join(', ');
}

/** Returns the note of a step as it is shown. */
export function noteLine({ note }: StepPicture): string | undefined {
  return note === undefined ? undefined : shortened(note, NOTE);
}

/** Returns the words at an edge; undefined for one that only asks for success. */
export function edgeLabel({ on, condition }: DagEdge): string | undefined {
  const usual = on.length === 1 && on[0] === 'success';
  const parts = [
    ...(usual ? [] : [`on ${on.join(' or ')}`]),
    ...(condition === undefined ? [] : [`if ${expression(condition)}`]),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/** Returns the name of a node and the texts that are too long for its label; nothing for a node without such texts. */
export function nodeTip(node: DagNode): readonly string[] {
  const { description, task, condition, repeat, pool, 'for-each': forEach } = node;
  return tip(node.name, [
    description,
    told('objective', task?.objective),
    told('condition', condition),
    told('for each of', forEach?.items),
    told('repeat until', repeat?.until),
    told('pools', pool?.join(', ')),
  ]);
}

/** Returns the ends of an edge and the texts that are too long for its label; nothing for an edge without such texts. */
export function edgeTip({ from, to, condition, share }: DagEdge): readonly string[] {
  const texts = [told('condition', condition), told('shares', share?.join(', '))];
  return tip(`${nameLabel(from)} → ${nameLabel(to)}`, texts);
}

function tip(name: string, texts: readonly (string | undefined)[]): readonly string[] {
  const lines = texts.flatMap((text) => (text === undefined ? [] : [shortened(text, TIP)]));
  return lines.length > 0 ? [nameLabel(name), ...lines] : [];
}

/** Returns a name and a version, if there is one. */
export function named(name: string, version: string | undefined): string {
  return version === undefined ? nameLabel(name) : `${nameLabel(name)} ${nameLabel(version)}`;
}

function told(what: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : `${what}: ${text}`;
}

function expression(text: string): string {
  return shortened(text, EXPRESSION);
}
