// An agent that does nothing, as fast as it is asked to.
export default {
  id: 'worker',
  profile: { name: 'worker', description: 'does nothing', version: '1.0.0', provider: 'bench' },
  skills: { step: async () => ({ artifacts: [{ name: 'result', data: { of: 1 } }] }) },
};
