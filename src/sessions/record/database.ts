import { sql } from 'kysely';
import type { Migration } from '../../store/index.js';

export interface AgentSessionTable {
  id: string;
  kind: string;
  name: string | null;
  goal: string | null;
  initiator: string;
  coordinator: string | null;
  /** The user that opened it, and what he called the request. */
  owner: string;
  request: string | null;
  /** The members of an open direct session; null for others. */
  direct: string | null;
  /** Milliseconds since 1970. */
  created: number;
  state: string;
  since: number;
  close_reason: string | null;
  conclusion: string | null;
  /** JSON of `Terms`, and their admission beside it: those who may join see the session. */
  terms: string;
  admission: string;
  /** JSON of `Floor`, of a team that is open. */
  floor: string | null;
  parent_task: string | null;
  parent_session: string | null;
  parent_completes: number;
  depth: number;
  /** JSON of `Opening`, until it was said. */
  opening: string | null;
  first: number;
  last: number;
  /** Name of the entry of configuration for which the node opened it. */
  standing: string | null;
  /** Of a copy: the domain of its home, and the peer from which it comes; null for sessions of this node. */
  home: string | null;
  peer: string | null;
  complete: number;
  problem: string | null;
  /** JSON of `Continues`. */
  continues: string | null;
  continued_by: string | null;
}

/** How far a peer has read a session. */
export interface AgentSessionLinkTable {
  session: string;
  peer: string;
  /** The last message that it has acknowledged. */
  position: number;
  /** 1 once it has acknowledged something: it knows the members. */
  begun: number;
  /** 1 when it reads from the first message on. */
  whole: number;
}

/** A message of a member here that has no number yet, or that the home refused; or an action that goes with the messages. */
export interface AgentSessionPostTable {
  number: number;
  session: string;
  peer: string;
  sender: string;
  id: string;
  /** Name of an action of the session; null for a message. */
  action: string | null;
  /** JSON of the input, with names as they are abroad. */
  request: string;
  /** Milliseconds since 1970. */
  at: number;
  /** JSON of `Refusal`; null while it waits. */
  refusal: string | null;
}

/** The session that the node opened for an entry of `standing`. */
export interface AgentSessionStandingTable {
  name: string;
  /** The user for whom the node acts; null: the agent that leads the session. */
  owner: string | null;
  /** JSON list of `Placed`. */
  placed: string;
  problem: string | null;
}

export interface AgentSessionMemberTable {
  session: string;
  agent: string;
  role: string;
  state: string;
  /** JSON list of filters. */
  filters: string;
  by_profile: number;
  /** JSON list of `Span`. */
  spans: string;
  acknowledged: number;
  delivered: number;
  lent: number;
  gap_count: number;
  gap_through: number;
  missed: number;
  /** Milliseconds since 1970: when it was last given something, so that its sessions take turns. */
  served: number;
  /** Number of the message by which it joined, or was invited; 0 before. */
  joined: number;
  expired: number;
  /** 1 for an agent of another node, which reads there. */
  abroad: number;
  /** 1 for an agent of this node that has asked the home of a copy to let it join. */
  asked: number;
}

export interface AgentSessionMessageTable {
  session: string;
  sequence: number;
  id: string;
  type: string;
  /** Null for messages of the node. */
  sender: string | null;
  /** Milliseconds since 1970. */
  at: number;
  /** JSON list of agents; null: for all. */
  receivers: string | null;
  subject: string | null;
  /** JSON list; null when there are none. */
  tags: string | null;
  in_reply_to: number | null;
  content: string | null;
  media_type: string | null;
  /** JSON of `Membership`; null for what members said. */
  membership: string | null;
  /** JSON of `Details`; null when there are none. */
  details: string | null;
  /** JSON list of `Artifact`; null when there are none. */
  artifacts: string | null;
  /** JSON text of the sender. */
  extension: string | null;
  /** Milliseconds since 1970. */
  expires: number | null;
  /** JSON list of what the home of a copy has removed; null when it is nothing. */
  redacted: string | null;
}

/** The data parameters that messages name, as long as both are there. */
export interface AgentSessionDataTable {
  param: string;
  session: string;
  /** 0: a message names it that has no number yet. */
  sequence: number;
}

export interface AgentSessionTaskTable {
  /** Identifier of the task on this node. */
  task: string;
  session: string;
  given: string;
  task_id: string;
  assigner: string;
  assignee: string;
  mode: string;
  state: string;
  /** 1 when its state is final. */
  ended: number;
  /** Number of the message by which it was assigned. */
  sequence: number;
  /** Milliseconds since 1970: when members were last told how far it is. */
  told: number;
}

export interface AgentSessionTimerTable {
  session: string;
  kind: string;
  /** Milliseconds since 1970. */
  due: number;
}

export interface AgentSessionNeedTable {
  session: string;
  id: string;
  /** JSON list of agents that may be asked next, the best first. */
  candidates: string;
  /** JSON list of `Asked`. */
  asked: string;
}

declare module '../../store/database.js' {
  interface Database {
    agent_session: AgentSessionTable;
    agent_session_member: AgentSessionMemberTable;
    agent_session_message: AgentSessionMessageTable;
    agent_session_task: AgentSessionTaskTable;
    agent_session_timer: AgentSessionTimerTable;
    agent_session_need: AgentSessionNeedTable;
    agent_session_data: AgentSessionDataTable;
    agent_session_standing: AgentSessionStandingTable;
    agent_session_link: AgentSessionLinkTable;
    agent_session_post: AgentSessionPostTable;
  }
}

const TABLES = [
  `create table agent_session (id text primary key, kind text not null, name text, goal text, coordinator text, owner text not null,
    request text, direct text, created integer not null, state text not null, since integer not null, close_reason text,
    terms text not null, admission text not null, first integer not null, last integer not null)`,
  'create unique index agent_session_request on agent_session (owner, request) where request is not null',
  'create unique index agent_session_direct on agent_session (direct) where direct is not null',
  'create index agent_session_state on agent_session (state, since)',
  'create index agent_session_owner on agent_session (owner, state)',
  `create table agent_session_member (session text not null, agent text not null, role text not null, state text not null,
    filters text not null, by_profile integer not null, spans text not null, acknowledged integer not null,
    delivered integer not null, lent integer not null, gap_count integer not null, gap_through integer not null,
    missed integer not null, served integer not null, joined integer not null, primary key (session, agent))`,
  'create index agent_session_member_agent on agent_session_member (agent, state, served)',
  'create index agent_session_member_behind on agent_session_member (session, state, acknowledged)',
  'create index agent_session_member_first on agent_session_member (session, state, joined)',
  `create table agent_session_message (session text not null, sequence integer not null, id text not null, type text not null,
    sender text, at integer not null, receivers text, subject text, tags text, in_reply_to integer, media_type text,
    membership text, content text, primary key (session, sequence))`,
  'create unique index agent_session_message_id on agent_session_message (sender, id, session)',
  `create index agent_session_message_reply on agent_session_message (session, in_reply_to)
    where in_reply_to is not null`,
];

const TEAMS = [
  `alter table agent_session add column initiator text not null default ''`,
  `update agent_session set initiator = coalesce(coordinator, '')`,
  'alter table agent_session add column conclusion text',
  'alter table agent_session add column floor text',
  'alter table agent_session add column parent_task text',
  'alter table agent_session add column parent_session text',
  'alter table agent_session add column parent_completes integer not null default 1',
  'alter table agent_session add column depth integer not null default 0',
  'alter table agent_session add column opening text',
  'create index agent_session_parent on agent_session (parent_task) where parent_task is not null',
  'alter table agent_session_message add column details text',
  `create table agent_session_task (task text primary key, session text not null, given text not null, task_id text not null,
    assigner text not null, assignee text not null, mode text not null, state text not null, ended integer not null, sequence integer not null,
    told integer not null)`,
  'create index agent_session_task_session on agent_session_task (session, ended, task)',
  `create table agent_session_timer (session text not null, kind text not null, due integer not null,
    primary key (session, kind))`,
  'create index agent_session_timer_due on agent_session_timer (due)',
  `create table agent_session_need (session text not null, id text not null, candidates text not null, asked text not null,
    primary key (session, id))`,
];

/** The columns of what messages carry besides their text. */
const CARRIED = [
  'alter table agent_session_message add column artifacts text',
  'alter table agent_session_message add column extension text',
  'alter table agent_session_message add column expires integer',
  'alter table agent_session_member add column expired integer not null default 0',
  `create index agent_session_message_expires on agent_session_message (session, sequence, expires) where expires is not null`,
  `create table agent_session_data (param text not null, session text not null, sequence integer not null,
    primary key (param, session, sequence)) without rowid`,
  'create index agent_session_data_message on agent_session_data (session, sequence)',
  'create index agent_session_data_param on agent_session_data (session, param)',
];

const STANDING = [
  'alter table agent_session add column standing text',
  `create unique index agent_session_standing_open on agent_session (standing) where standing is not null and state <> 'closed'`,
  'create table agent_session_standing (name text primary key, owner text, placed text not null, problem text) without rowid',
];

const HOMES = [
  'alter table agent_session add column home text',
  'alter table agent_session add column peer text',
  'alter table agent_session add column complete integer not null default 1',
  'alter table agent_session add column problem text',
  'alter table agent_session add column continues text',
  'alter table agent_session add column continued_by text',
  'alter table agent_session_message add column redacted text',
  'alter table agent_session_member add column abroad integer not null default 0',
  'drop index agent_session_member_behind',
  'create index agent_session_member_behind on agent_session_member (session, state, abroad, acknowledged)',
  `create table agent_session_link (session text not null, peer text not null, position integer not null, begun integer not null,
    whole integer not null, primary key (session, peer)) without rowid`,
  'create index agent_session_link_peer on agent_session_link (peer, session)',
  `create table agent_session_post (number integer primary key autoincrement, session text not null, peer text not null,
    sender text not null, id text not null, action text, request text not null, at integer not null, refusal text)`,
  'create unique index agent_session_post_id on agent_session_post (session, sender, id)',
  'create index agent_session_post_peer on agent_session_post (peer, number) where refusal is null',
  'create index agent_session_post_refused on agent_session_post (sender, number) where refusal is not null',
];

export const sessionMigrations: readonly Migration[] = [
  {
    room: 'sessions',
    number: 1,
    name: 'sessions of agents, their members and messages',
    up: async (db) => {
      for (const table of TABLES) await sql.raw(table).execute(db);
    },
  },
  {
    room: 'sessions',
    number: 2,
    name: 'teams: the floor, tasks, timers and needs of sessions',
    up: async (db) => {
      for (const statement of TEAMS) await sql.raw(statement).execute(db);
    },
  },
  {
    room: 'sessions',
    number: 3,
    name: 'artifacts of messages, the data that they name, and when they expire',
    up: async (db) => {
      for (const step of CARRIED) await sql.raw(step).execute(db);
    },
  },
  {
    room: 'sessions',
    number: 4,
    name: 'sessions that are configured',
    up: async (db) => {
      for (const statement of STANDING) await sql.raw(statement).execute(db);
    },
  },
  {
    room: 'sessions',
    number: 5,
    name: 'copies of sessions of other nodes, and how far peers have read',
    up: async (db) => {
      for (const statement of HOMES) await sql.raw(statement).execute(db);
    },
  },
  {
    room: 'sessions',
    number: 6,
    name: 'agents that have asked to join the sessions of other nodes',
    up: async (db) => {
      await sql.raw('alter table agent_session_member add column asked integer not null default 0').execute(db);
    },
  },
];
