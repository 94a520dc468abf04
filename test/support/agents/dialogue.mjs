// A hosted agent for tests of dialogues: it asks which door, proposes a colour until the assigner is satisfied, then delivers.
export default {
  id: 'painter',
  profile: {
    name: 'painter',
    description: 'Paints doors',
    version: '1.0.0',
    provider: 'ACME',
    skills: { skill: [{ 'skill-name': 'paint', 'skill-description': 'paints a door' }] },
  },
  skills: {
    paint: async (_task, run) => {
      await run.progress(10, 'at the house');
      const { content: door } = await run.requestInput('which door?');
      let colour = 'blue';
      for (let judgement = await run.propose(`paint it ${colour}`); !judgement.satisfied; ) {
        colour = 'red';
        judgement = await run.propose(`paint it ${colour}`);
      }
      return { artifacts: [{ name: 'result', 'media-type': 'text/plain', value: `${door} door is ${colour}` }] };
    },
  },
};
