import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offer, rulesInterpreter, type Understanding } from '../../../src/index.js';
import { SKILLS } from './skills.js';

const never = new AbortController().signal;

function understand(text: string, ...answers: string[]): Promise<Understanding> {
  return rulesInterpreter.interpret(
    { text, answers: answers.map((answer) => ({ question: '?', answer })) },
    SKILLS,
    never,
  );
}

describe('the rules', () => {
  it.each([
    ['Diagnose the link edge-1/uplink', 'diagnose-link', { device: 'edge-1', interface: 'uplink' }],
    [
      'Please could you diagnose that broken link edge-7/ge-0/0/1 today?',
      'diagnose-link',
      { device: 'edge-7', interface: 'ge-0/0/1' },
    ],
    ['Why is the interface uplink of edge-2 down?', 'diagnose-link', { device: 'edge-2', interface: 'uplink' }],
    ['troubleshoot the connection edge-3/uplink', 'diagnose-link', { device: 'edge-3', interface: 'uplink' }],
    [
      'There is a failure: device edge-4, interface "to core"',
      'diagnose-link',
      { device: 'edge-4', interface: 'to core' },
    ],
    ['Restart router core-2', 'restart-router', { device: 'core-2' }],
    ['restart core-2, and do it gently', 'restart-router', { device: 'core-2', mode: 'warm' }],
    ['We need a power cycle, restart core-9', 'restart-router', { device: 'core-9', mode: 'cold' }],
  ])('understand: %s', async (text, type, parameters) => {
    const understood = await understand(text);
    expect(understood).toMatchObject({ type, parameters });
    expect(understood && 'confidence' in understood && understood.confidence).toBeGreaterThanOrEqual(0.6);
  });

  it('find numbers by their name, every entry of a list, and keep the text where it is wanted', async () => {
    const text = 'Set power of cell-4 and cell-17: power 41.5';
    expect(await understand(text)).toMatchObject({
      type: 'set-power',
      parameters: { cells: ['cell-4', 'cell-17'], power: 41.5, remark: text },
    });
  });

  it('take the number in a sentence of the skill', async () => {
    const check = offer('test', 'check-port', {
      input: {
        type: 'object',
        required: ['host', 'port'],
        properties: { host: { type: 'string' }, port: { type: 'integer', minimum: 1, maximum: 65_535 } },
      },
      templates: ['check port {port} of {host}'],
      object: '{host}:{port}',
    });
    const ask = (text: string) => rulesInterpreter.interpret({ text, answers: [] }, [check], never);
    const parameters = { host: '10.0.0.1', port: 8830 };
    expect(await ask('Please check port 8830 of 10.0.0.1')).toMatchObject({ type: 'check-port', parameters });
    expect(await ask('check 10.0.0.1:8830')).toMatchObject({ type: 'check-port', parameters });
    expect(await ask('check port 70000 of 10.0.0.1')).toHaveProperty('question');
  });

  it('have nothing to say to a text that asks for something else', async () => {
    expect(await understand('Brew coffee, please')).toBeUndefined();
  });

  it('ask for what is missing, and take the answer for it', async () => {
    const asked = await understand('Diagnose the link');
    expect(asked).toEqual({
      question:
        'To diagnose-link it must be known: device (name of the device), for example edge-1; interface, for example uplink. Please say.',
    });
    const parameters = { device: 'edge-1', interface: 'uplink' };
    for (const answer of ['edge-1/uplink', 'edge-1 uplink', 'It is the device edge-1, interface "uplink".']) {
      expect(await understand('Diagnose the link', answer)).toMatchObject({ type: 'diagnose-link', parameters });
    }
    expect(await understand('Diagnose the link', 'edge-1')).toEqual({
      question: 'To diagnose-link it must be known: interface, for example uplink. Please say.',
    });
    expect(await understand('Diagnose the link', 'edge-1', 'uplink')).toMatchObject({ parameters });
  });

  it('ask which skill is meant when only the object is clear, and go on with the answer', async () => {
    expect(await understand('Something is wrong with edge-1/uplink')).toMatchObject({
      question: expect.stringContaining('What is to be done: diagnose-link (finds out why a link is down)'),
    });
    expect(await understand('Something is wrong with edge-1/uplink', 'diagnose it')).toMatchObject({
      type: 'diagnose-link',
      object: 'edge-1/uplink',
      parameters: { device: 'edge-1', interface: 'uplink' },
    });
  });

  it('let an answer correct the text', async () => {
    expect(await understand('Diagnose the link edge-1/uplink', 'no, I mean edge-2/uplink')).toMatchObject({
      parameters: { device: 'edge-2', interface: 'uplink' },
    });
  });

  it.each(['Do not restart router core-2', "Whatever you do, don't restart core-2 now"])(
    'take no order from its contrary: %s',
    async (text) => {
      const understood = await understand(text);
      const isOrder = understood !== undefined && 'type' in understood && understood.confidence >= 0.5;
      expect(isOrder).toBe(false);
    },
  );

  it('take for a parameter only what its schema allows', async () => {
    expect(await understand('restart router core')).toMatchObject({ question: expect.stringContaining('device') });
    expect(await understand('set power of cell-1 to power 99')).toMatchObject({
      question: expect.stringContaining('power'),
    });
  });

  it('give for any text nothing, a question, or a skill with the input it takes', async () => {
    const word = fc.constantFrom(
      ...'diagnose link edge-1 edge-1/uplink restart router the not power cell-1 9 "x y" . why is of down {device} \u0000 ## / -'.split(
        ' ',
      ),
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 30 }).map((words) => words.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.array(text, { maxLength: 3 }), async (said, answers) => {
        const understood = await understand(said, ...answers);
        if (!understood) return;
        if ('question' in understood) {
          expect(understood.question).not.toBe('');
          return;
        }
        const skill = SKILLS.find(({ name }) => name === understood.type);
        expect(skill?.check(understood.parameters)).toHaveProperty('value');
      }),
      { numRuns: 300 },
    );
  });

  it('read a text of any length in bounded time', async () => {
    const started = performance.now();
    for (const piece of ['diagnose the link ', 'a/', 'edge-1/', '"', '{device}', 'why is interface '])
      await understand(piece.repeat(20_000 / piece.length));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
