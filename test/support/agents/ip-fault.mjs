// An agent for tests: diagnoses at once, can be slow, asks, fails, negotiates over three rounds.
export default {
  id: 'ip-fault',
  profile: {
    name: 'TMF-ACME-IP-1.0',
    description: 'Finds and explains faults of IP links',
    version: '1.0.0',
    provider: 'ACME',
    domain: 'IP',
    skills: {
      skill: [
        {
          'skill-name': 'diagnose-link',
          'skill-description': 'says what is wrong with a link',
          'skill-tags': ['fault', 'link'],
        },
        { 'skill-name': 'wait', 'skill-description': 'works until it is told to stop' },
        { 'skill-name': 'break', 'skill-description': 'always fails' },
      ],
    },
    capability: {
      streaming: true,
      'push-notifications': true,
      negotiate: 'acp-task-feasibility-negotiation-v1.0, acp-task-fulfillment-negotiation-v1.0',
    },
  },
  skills: {
    'diagnose-link': async (task, run) => {
      await run.progress(40, 'checked optics');
      return {
        artifacts: [
          {
            name: 'diagnosis',
            modality: 'text',
            'media-type': 'text/plain',
            value: `fibre cut at km 12 (${task.taskId})`,
          },
        ],
      };
    },
    wait: async (_task, run) => {
      await run.progress(10, 'waiting');
      await new Promise((_, reject) => {
        run.signal.addEventListener('abort', () => reject(run.signal.reason ?? new Error('aborted')), { once: true });
      });
    },
    break: async () => {
      throw new Error('the optical module does not answer');
    },
  },
  feasibility: async (proposal, run) =>
    isThird(proposal, run)
      ? { feasible: true }
      : { feasible: false, counter: 'half of it', reason: 'too much at once' },
  fulfillment: async (proposal, run) =>
    isThird(proposal, run)
      ? { satisfied: true }
      : { satisfied: false, counter: 'name the kilometre', reason: 'too vague' },
};

// Counters twice, agrees to the third proposal of the other side.
function isThird(proposal, run) {
  return run.rounds.filter((round) => round.by === proposal.by && round.type === proposal.type).length >= 3;
}
