// The plugin contract, every part of it once.
const seen = [];

export default {
  module: 'acme-box',
  rpcs: {
    ping: async (input, call) => ({ reply: input.msg, user: call.user }),
    refuse: async (_input, call) =>
      call.fail({ tag: 'resource-denied', appTag: 'acme-full', message: 'the box is full', path: '/acme-box:box' }),
  },
  actions: {
    '/acme-box:box/reset': async (input) => ({ note: `reset because ${input.reason}; applied ${seen.join(', ')}` }),
    '/acme-box:ports/port/flap': async (_input, call) => ({ port: call.keys.name }),
  },
  state: {
    '/acme-box:stats': async () => ({ uptime: 12 }),
    '/acme-box:ports/port': {
      get: async (keys) => (/^eth[0-4]$/.test(keys.name) ? { name: keys[0], speed: '10000000000' } : undefined),
      list: async ({ after, limit }) =>
        ['eth0', 'eth1', 'eth2', 'eth3', 'eth4']
          .filter((name) => after === undefined || name > after.name)
          .slice(0, limit)
          .map((name) => ({ name, speed: '10000000000' })),
    },
  },
  config: {
    '/acme-box:box': {
      validate: async ({ after }) => {
        if (after?.label === 'forbidden') throw new Error('no box is called that');
      },
      apply: async ({ after }) => void seen.push(after?.label),
    },
  },
  start: async (node) => {
    await node.notify('acme-box:alarm', { id: 1 });
    return async () => {};
  },
};
