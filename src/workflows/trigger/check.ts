/** Checks a trigger before it is committed. */
import { messageOf } from '../../data/index.js';
import { xpathFilterOf } from '../../server/index.js';
import { didYouMean, type Schema, type SchemaNode } from '../../yang/index.js';
import { readsOf } from '../check/reads.js';
import { ANY, type Shape } from '../check/shape.js';
import { checkTypes, ExpressionError, parseExpression } from '../expression/index.js';
import type { NotificationTerms, ScheduleTerms, Trigger } from './record.js';
import { ScheduleFault, scheduleOf } from './schedule.js';

export interface TriggerFault {
  /** Where in the trigger: `schedule/cron`. */
  readonly path: string;
  /** Says the fault, and the correct form. */
  readonly message: string;
}

export interface TriggerSurroundings {
  readonly schema: Schema;
  /** Names of the event streams. */
  readonly streams: readonly string[];
}

/** Characters of an XPath filter. */
const LONGEST_FILTER = 4_096;

/** The event of a schedule. */
const TIME: Shape = {
  schema: { type: 'object', properties: { time: { type: 'string' } }, additionalProperties: false },
  root: {},
};

export function checkTrigger(trigger: Trigger, surroundings: TriggerSurroundings): readonly TriggerFault[] {
  const { schedule, notification, input = [] } = trigger;
  const event = schedule ? TIME : ANY;
  return [
    ...(schedule ? ofSchedule(schedule) : []),
    ...(notification ? ofNotification(notification, surroundings) : []),
    ...input.flatMap(({ name, value }) => ofExpression(`input[name='${name}']/value`, value, event)),
  ];
}

function ofSchedule(terms: ScheduleTerms): readonly TriggerFault[] {
  try {
    scheduleOf(terms);
    return [];
  } catch (error) {
    if (error instanceof ScheduleFault) return [{ path: `schedule/${error.leaf}`, message: error.message }];
    throw error;
  }
}

function ofNotification(
  { stream, name, 'xpath-filter': filter, key }: NotificationTerms,
  { schema, streams }: TriggerSurroundings,
): readonly TriggerFault[] {
  const faults: TriggerFault[] = [];
  const fault = (leaf: string, message: string) => faults.push({ path: `notification/${leaf}`, message });
  if (!streams.includes(stream))
    fault('stream', `there is no event stream "${stream}"; there is ${streams.join(', ')}`);
  if (name !== undefined) {
    const names = notificationsOf(schema);
    if (!names.has(name))
      fault('name', `there is no notification "${name}"${didYouMean(name, [...names])}; expected MODULE:NAME`);
  }
  const wrong = filter === undefined ? undefined : faultOfFilter(filter, schema);
  if (wrong !== undefined) fault('xpath-filter', `it is no XPath filter: ${wrong}`);
  return [...faults, ...(key === undefined ? [] : ofExpression('notification/key', key, ANY))];
}

function faultOfFilter(text: string, schema: Schema): string | undefined {
  try {
    xpathFilterOf(text, schema, LONGEST_FILTER);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function ofExpression(path: string, text: string, event: Shape): readonly TriggerFault[] {
  try {
    const expression = parseExpression(text);
    const { faults, typed } = readsOf(expression, { variables: new Map([['event', event]]) });
    if (faults.length > 0) return faults.map(({ message }) => ({ path, message }));
    const checked = checkTypes(expression, typed);
    return 'fault' in checked ? [{ path, message: checked.fault }] : [];
  } catch (error) {
    if (error instanceof ExpressionError) return [{ path, message: error.message }];
    throw error;
  }
}

const known = new WeakMap<Schema, ReadonlySet<string>>();

/** Returns the names of all notifications, also of those within data nodes. */
function notificationsOf(schema: Schema): ReadonlySet<string> {
  const before = known.get(schema);
  if (before) return before;
  const names = new Set(schema.notifications.keys());
  for (const node of schema.root.data.values()) collect(node, names);
  known.set(schema, names);
  return names;
}

function collect(node: SchemaNode, names: Set<string>): void {
  if (node.kind !== 'container' && node.kind !== 'list') return;
  for (const name of node.notifications.keys()) names.add(name);
  for (const child of node.data.values()) collect(child, names);
}
