/** NETCONF sessions that edit the configuration: step `edit`, on each session the next edit when the last one is done. */
import { NetconfChannel, type NetconfLogin } from './netconf-channel.js';
import { answer, clock, followSteps, options } from './steering.js';

export interface EditorsOptions {
  readonly login: NetconfLogin;
  readonly sessions: number;
  /** Edits of each session. */
  readonly edits: number;
  /** The operation; `{entry}` becomes the number of an entry of the session's own, `{n}` the number of the edit. */
  readonly operation: string;
  /** Done once before, where given. */
  readonly prepare?: string;
  /** Entries of each session, edited in turn. */
  readonly entries: number;
}

export interface Edited {
  /** When the first edit was sent, milliseconds since 1970. */
  readonly begun: number;
  readonly done: number;
}

const { login, sessions, edits, operation, entries, prepare } = options<EditorsOptions>();
const editors: NetconfChannel[] = [];
for (let index = 0; index < sessions; index++) editors.push((await NetconfChannel.open(login)).session);
if (prepare !== undefined && editors[0]) await editOnce(editors[0], prepare);
answer({ ready: sessions });

async function editOnce(session: NetconfChannel, edit: string): Promise<void> {
  const reply = await session.ask(edit);
  if (!/<([\w-]+:)?ok\/>/.test(reply)) throw new Error(`not edited: ${reply}`);
}

async function edit(session: NetconfChannel, index: number): Promise<void> {
  for (let n = 0; n < edits; n++) {
    const entry = index * entries + (n % entries);
    await editOnce(session, operation.replaceAll('{entry}', String(entry)).replaceAll('{n}', String(n)));
  }
}

async function editAll(): Promise<void> {
  const begun = clock();
  await Promise.all(editors.map(edit));
  answer({ begun, done: clock() } satisfies Edited);
}

followSteps({ edit: () => void editAll() });
