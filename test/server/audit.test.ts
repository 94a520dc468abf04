/** The audit trail: what stands in the log and in the event of an entry. */
import pino from 'pino';
import { expect, it } from 'vitest';
import { eventMigrations, openEventLog } from '../../src/events/index.js';
import { AUDIT_STREAM, openAuditTrail } from '../../src/server/index.js';
import { openStore } from '../../src/store/index.js';
import { cleanUp } from '../support/clean-up.js';

async function openTrail() {
  const store = await openStore({ file: ':memory:', migrations: eventMigrations });
  cleanUp(() => store.close());
  const events = await openEventLog(store, { streams: [AUDIT_STREAM] });
  cleanUp(() => events.close());
  const lines: string[] = [];
  // As a node logs unless it is told otherwise.
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const told = async () => (await events.read({ stream: AUDIT_STREAM.name, limit: 10 })).map(({ value }) => value);
  return { trail: openAuditTrail({ store, events, log }), lines, told };
}

it.each([
  ['host', '--allow-host'],
  ['origin', '--public-url'],
] as const)(
  'the log names the option that lets a request of another %s in; the event does not',
  async (method, remedy) => {
    const { trail, lines, told } = await openTrail();
    const request = { protocol: 'restconf', method, foreign: 'yangent', source: '192.0.2.7' } as const;
    trail.recordFailedLogin({ ...request, remedy, user: '(unknown)', count: 1 });
    await trail.close();
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ ...request, remedy, operation: 'request', outcome: 'denied', msg: 'audit' }),
    ]);
    const event = { ...request, user: '(unknown)', count: 1, operation: 'request', outcome: 'denied' };
    expect(await told()).toEqual([{ ...event, at: expect.any(String) }]);
  },
);
