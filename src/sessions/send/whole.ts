/** Refuses messages that lack what their type is about. */
import type { Call } from '../../server/index.js';
import type { Details } from '../record/message.js';
import type { SaidType } from './rules.js';

interface Given {
  readonly type: SaidType;
  readonly content?: string;
  readonly details: Pick<Details, 'next-speaker' | 'task' | 'trigger' | 'covers'>;
}

interface Requirement {
  /** The element that is missing where none of what fulfils it is there. */
  readonly element: string;
  readonly meaning: string;
  isMet(said: Given): boolean;
}

const CONTENT: Requirement['isMet'] = ({ content }) => content !== undefined;

const REQUIRED: { readonly [T in SaidType]?: readonly Requirement[] } = {
  'task-assignment': [
    {
      element: 'next-speaker',
      meaning: 'the agents that execute the task',
      isMet: ({ details: { 'next-speaker': next = [] } }) => next.length > 0,
    },
    {
      element: 'task',
      meaning: 'or "content", the task as text',
      isMet: (said) => said.details.task !== undefined || CONTENT(said),
    },
  ],
  pause: [
    {
      element: 'trigger',
      meaning: 'the tasks for which the team waits',
      isMet: ({ details: { trigger = [] } }) => trigger.length > 0,
    },
  ],
  conclusion: [{ element: 'content', meaning: 'the conclusion', isMet: CONTENT }],
  summary: [
    {
      element: 'covers',
      meaning: 'the last message that it sums up',
      isMet: ({ details: { covers } }) => covers !== undefined,
    },
  ],
};

/** @throws RpcError missing-element */
export function requireWhole(call: Call, said: Given): void {
  const unmet = REQUIRED[said.type]?.find(({ isMet }) => !isMet(said));
  if (!unmet) return;
  call.fail({
    tag: 'missing-element',
    info: { 'bad-element': unmet.element },
    message: `${said.type} needs "${unmet.element}", ${unmet.meaning}`,
  });
}
