/** Configuration and state of `standing`: the sessions that the node opens itself. */
import { authorityOf, OPERATOR_GROUP, SYSTEM_USER } from '../../access/index.js';
import type { Running } from '../../datastore/index.js';
import type { YangentSessionsConfig, YangentSessionsProvider } from '../../generated/providers.js';
import { type ConfigHooks, configuredEntry, type ListState } from '../../server/index.js';
import { isPresent } from '../member/present.js';
import { STANDING } from '../record/standing.js';
import type { SessionServices } from '../services.js';
import type { StandingSessions } from '../standing/standing.js';

type Hooks = ConfigHooks<YangentSessionsConfig[typeof STANDING]>;
type State = ListState<YangentSessionsProvider['state'][typeof STANDING]>;

export interface StandingParts {
  readonly running: Pick<Running, 'tree'>;
  readonly kept: Pick<StandingSessions, 'changed'>;
}

/** @throws RpcError access-denied for a user who may not act for the agent that leads, and for a limited authority */
export function standingHooks({ directory, standing: rows }: SessionServices, { running, kept }: StandingParts): Hooks {
  return {
    concerns: ({ name }, call) => {
      const entry = configuredEntry(running.tree, STANDING, name);
      return entry !== undefined && call.mayActFor(entry.from);
    },
    validate: async ({ path, after }, call) => {
      if (!after || call.user === SYSTEM_USER) return;
      if (authorityOf(call.principal)) {
        call.fail({
          ...{ tag: 'access-denied', appTag: 'aap_invalid_context', path },
          message:
            'the node keeps a configured session with all rights of the user who set it, so a limited authority cannot set one',
        });
      }
      const { from } = after;
      if (!directory.registered(from) || call.mayActFor(from)) return;
      call.fail({
        ...{ tag: 'access-denied', path: `${path}/from` },
        message: `user "${call.user}" may not speak as agent "${from}": name an agent of yours in "from"`,
      });
    },
    store: async (changes, { user }, tx) => {
      for (const { keys, after } of changes) {
        if (after) await rows.setOwner(tx, keys.name, user === SYSTEM_USER ? undefined : user);
      }
    },
    apply: ({ keys }) => kept.changed(keys.name),
  };
}

export function standingState(
  { sessions, members, standing: rows }: SessionServices,
  { running }: StandingParts,
): State {
  return {
    get: async ({ name }, call) => {
      const entry = configuredEntry(running.tree, STANDING, name);
      const row = entry && (await rows.get(name));
      if (!row || !(call.groups.includes(OPERATOR_GROUP) || call.mayActFor(entry.from))) return {};
      const session = await sessions.ofStanding(name);
      const agents = (entry.member ?? []).map(({ agent }) => agent);
      const present = new Set(
        (session ? await members.among(session.id, agents) : []).filter(isPresent).map(({ agent }) => agent),
      );
      const missing = agents.filter((agent) => !present.has(agent));
      const { owner, problem } = row;
      return { owner, session: session?.id, problem, ...(missing.length > 0 ? { missing } : {}) };
    },
  };
}
