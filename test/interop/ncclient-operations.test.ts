/** Every operation that ncclient wraps, with its options. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BoxNode, startBox } from '../netconf/box.js';
import { describePeer } from '../peers.js';

const STEPS = fileURLToPath(new URL('ncclient_operations.py', import.meta.url));
const run = promisify(execFile);

describePeer('python3-ncclient', 'the operations of ncclient', (python) => {
  let node: BoxNode;
  let all: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    node = await startBox({ startup: true });
    const login = { ...node.rig.netconf, password: node.rig.password };
    const { stdout } = await run(python, [STEPS, JSON.stringify(login)], { timeout: 100_000 });
    all = JSON.parse(stdout);
  }, 120_000);
  afterAll(() => node?.stop());

  it.each<[string, Readonly<Record<string, unknown>>]>([
    [
      'reading',
      {
        get: true,
        xpath: [expect.any(Number), false],
        explicit: ['ok', false],
        trim: ['ok', false],
        'report-all': ['ok', true],
        'report-all-tagged': ['ok', true],
        nonsense: ['WithDefaultsError', false],
        get_schema: true,
        'no schema': 'invalid-value',
        'get-data': true,
      },
    ],
    [
      'editing',
      {
        refused: 'data-missing',
        'test-then-set': ['ok', true],
        set: ['ok', true],
        'test-only': ['ok', false],
        'stop-on-error': ['data-missing', false],
        'rollback-on-error': ['data-missing', false],
        'continue-on-error': ['data-missing', true],
        merge: ['ok', true],
        replace: ['ok', false],
        none: ['ok', false],
        create: 'data-exists',
        delete: 'data-missing',
      },
    ],
    [
      'locking',
      {
        lock: 'ok',
        denied: 'lock-denied',
        'in use': 'in-use',
        'not mine': 'lock-denied',
        unlock: 'ok',
        locked: 'lock-denied',
        again: 'ok',
      },
    ],
    [
      'committing',
      {
        validate: 'ok',
        commit: ['ok', 'one'],
        discard: ['ok', false],
        confirmed: ['ok', 'three'],
        cancel: ['ok', 'one'],
        persist: ['ok', 'four'],
        'wrong token': 'invalid-value',
        token: ['ok', 'four'],
        'cancel with token': ['ok', 'four'],
        'invalid config': 'data-missing',
        'edit-data': ['ok', true],
      },
    ],
    [
      'copying',
      {
        startup: ['ok', true],
        delete: ['ok', false],
        file: 'ok',
        'validate file': 'ok',
        'from file': ['ok', true],
        'delete file': ['ok', expect.not.stringMatching(/^ok$/)],
        inline: ['ok', true],
        running: 'operation-not-supported',
      },
    ],
    [
      'sessions',
      {
        twice: 'operation-failed',
        'no stream': 'bad-element',
        kill: 'ok',
        told: true,
        victim: 'closed',
        self: 'invalid-value',
        close: 'ok',
        left: true,
        replay: [true, true],
      },
    ],
    [
      'unsupported',
      {
        poweroff: 'MissingCapabilityError',
        reboot: 'MissingCapabilityError',
        dispatch: 'unknown-element',
        rpc: 'unknown-element',
        'reboot anyway': 'unknown-namespace',
        'rpc get': true,
        'rpc edit': 'ok',
        'rpc element': 'ok',
      },
    ],
  ])('%s', (step, outcomes) => {
    expect(all[step]).toEqual(outcomes);
  });
});
