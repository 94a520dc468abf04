/** close-session and kill-session (RFC 6241 §7.8, §7.9). */
import { RpcError } from '../../data/index.js';
import { OK, type Operation } from './context.js';
import { Parameters } from './parameters.js';

export const closeSession: Operation = async (element) => {
  new Parameters(element, []);
  return { kind: 'ok', next: { kind: 'end' } };
};

export const killSession: Operation = async (element, { sessions, caller }) => {
  const parameters = new Parameters(element, ['session-id']);
  parameters.need('session-id');
  const text = parameters.text('session-id') ?? '';
  const victim = /^\d{1,10}$/.test(text) ? sessions.get(Number(text)) : undefined;
  if (!victim || victim.id === caller.session) {
    throw new RpcError({
      type: 'protocol',
      tag: 'invalid-value',
      message: victim ? 'a session cannot kill itself; use close-session' : `there is no session "${text}"`,
      info: { 'bad-element': 'session-id' },
    });
  }
  victim.kill(caller.session);
  return OK;
};
