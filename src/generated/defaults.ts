// Made from the YANG models by "npm run generate"; do not edit.

/** The input of operations of which nothing is given: the defaults that are in use then, by RPC or path of the action. */
export const INPUT_DEFAULTS = {
  'yangent-access:delegate': {
    'max-depth': 0,
  },
  'yangent-audit:list': {
    limit: 50,
  },
  'yangent-audit:archive': {
    limit: 1000,
  },
  'yangent-agents:register': {
    visibility: 'public',
    execution: {
      kind: 'attached',
    },
  },
  'yangent-agents:discover': {
    limit: 100,
  },
  'yangent-contexts:share': {
    encoding: 'text',
    sensitivity: 'internal',
  },
  'yangent-contexts:fetch': {
    limit: 100,
  },
  'yangent-tasks:assign': {
    priority: 3,
    async: true,
    policy: {
      'max-attempts': 3,
      'on-restart': 'resume',
    },
    verification: {
      wanted: false,
      automatic: false,
    },
  },
  'yangent-tasks:claim-next': {
    max: 1,
    wait: 0,
  },
  'yangent-tasks:list': {
    limit: 50,
  },
  'yangent-keys:generate-key': {
    algorithm: 'ed25519',
  },
  'yangent-sessions:send': {
    type: 'yangent-sessions:discussion',
    wait: 0,
  },
  'yangent-sessions:receive': {
    max: 100,
    wait: 0,
    'redeliver-after': 60,
  },
  'yangent-sessions:history': {
    limit: 100,
  },
  'yangent-workflows:start': {
    wait: 0,
    'dry-run': false,
  },
  'yangent-workflows:list-runs': {
    limit: 50,
  },
  'yangent-workflows:list-gates': {
    all: false,
    limit: 100,
  },
  'yangent-workflows:render': {
    format: 'svg',
  },
  'yangent-workflows:check': {
    dag: {
      execution: {
        timeout: 604800,
        'max-parallel': 64,
        priority: 3,
        assurance: 'standard',
        'status-interval': 60,
        'on-failure': 'fail',
        'max-rollbacks': 3,
        others: 'cancel',
      },
    },
  },
  '/yangent-workflows:workflows/run/pause': {
    running: 'finish',
  },
  '/yangent-workflows:workflows/run/cancel': {
    compensate: false,
  },
  '/yangent-workflows:workflows/run/roll-back': {
    then: 'pause',
  },
  '/yangent-workflows:workflows/run/export': {
    format: 'json',
  },
  '/yangent-workflows:workflows/run/migrate': {
    'dry-run': false,
  },
} as const;
