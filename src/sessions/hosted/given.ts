/** Finds the message by which an agent got the floor: the same number before and after a restart of the node. */
import type { SessionServices } from '../services.js';

/** Messages that are read at once. */
const PAGE = 100;

/**
 * Returns the number of the message since which the agent has the floor without having spoken; undefined when no message tells it.
 * That another holder spoke meanwhile, or that the agent assigned a task and kept the floor, does not change it.
 */
export async function floorGivenAt(
  { messages }: Pick<SessionServices, 'messages'>,
  session: string,
  agent: string,
): Promise<number | undefined> {
  let given: number | undefined;
  let before: number | undefined;
  for (;;) {
    const page = await messages.courseOf(session, { limit: PAGE, ...(before === undefined ? {} : { before }) });
    for (const { sequence, from, type, details } of page) {
      if (!details?.floor) continue;
      if (!details.floor.holder?.includes(agent)) return given;
      given = sequence;
      if (from === agent && type !== 'task-assignment') return given;
    }
    const last = page.at(-1)?.sequence;
    if (last === undefined || page.length < PAGE) return given;
    before = last;
  }
}

/** Returns the agents that have had the floor since the team began. @param most number of messages that are looked at */
export async function haveHadFloor(
  { messages }: Pick<SessionServices, 'messages'>,
  session: string,
  most: number,
): Promise<ReadonlySet<string>> {
  const course = await messages.courseOf(session, { limit: most });
  return new Set(course.flatMap(({ details }) => details?.floor?.holder ?? []));
}
