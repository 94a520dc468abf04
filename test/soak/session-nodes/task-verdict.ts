/** Judges the tasks that were assigned in sessions, at all nodes on their ways. */
import { PLACES, type Place, placeOf, wayTo } from './row.js';
import type { Found, FoundRoom } from './verdict.js';
import type { Task } from './work.js';

type Tasks = Found['tasks'];
type SessionTask = NonNullable<FoundRoom['session']['task']>[number];

/** Each assignment is one task at each node on the way to its agent, completed there, and its end is told once. */
export function faultsOfTasks({ room, home, session }: FoundRoom, tasks: Tasks): readonly string[] {
  const faults: string[] = [];
  const assigned = home.filter(({ type }) => type === 'yangent-sessions:task-assignment');
  const known = session.task ?? [];
  if (known.length !== assigned.length)
    faults.push(`${assigned.length} tasks were assigned, and the session has ${known.length}`);
  for (const task of known) {
    const { id, 'task-id': taskId, assignee, assigner, state, sequence } = task;
    const said = assigned.filter((message) => message.sequence === sequence && message.task?.['task-id'] === taskId);
    if (said.length !== 1) faults.push(`task ${taskId} in ${sequence} was assigned ${said.length} times`);
    if (state !== 'completed') faults.push(`task ${taskId} is ${state}`);
    const told = home.filter(
      (message) => message.type === 'yangent-sessions:task-result' && message['task-news']?.id === id,
    );
    if (told.length !== 1) faults.push(`the end of task ${taskId}, which is ${state}, is told ${told.length} times`);
    for (const [place, there] of onWay(task, room.home, tasks)) {
      const about = `task ${taskId} of ${assigner} for ${assignee}`;
      if (there.length !== 1) faults.push(`${about} is ${there.length} times at ${place}`);
      for (const each of there)
        if (each.state !== state) faults.push(`${about} is ${state}, and ${each.state} at ${place}`);
    }
  }
  return faults;
}

/** A node has no tasks besides those that were assigned in sessions. */
export function faultsOfOthers({ rooms, tasks }: Found): readonly string[] {
  const known = new Set<string>();
  for (const { room, session } of rooms)
    for (const task of session.task ?? [])
      for (const [place, there] of onWay(task, room.home, tasks))
        for (const { id } of there) known.add(`${place}/${id}`);
  return PLACES.flatMap((place) =>
    tasks[place]
      .filter(({ id }) => !known.has(`${place}/${id}`))
      .map((task) => `${place} has task ${task['task-id']} of ${task.from} for ${task.to}, which no session has`),
  );
}

/** Returns the tasks that belong to one of a session, at each node from the home to the one of its agent. */
function onWay({ id, assignee }: SessionTask, home: Place, tasks: Tasks): readonly [Place, readonly Task[]][] {
  const found: [Place, readonly Task[]][] = [[home, tasks[home].filter((task) => task.id === id)]];
  for (const place of wayTo(home, placeOf(home, assignee))) {
    const before = found.at(-1)?.[1] ?? [];
    const carried = (task: Task) => before.some((each) => task['task-id'].startsWith(`${each.id}.`));
    found.push([place, tasks[place].filter(carried)]);
  }
  return found;
}
