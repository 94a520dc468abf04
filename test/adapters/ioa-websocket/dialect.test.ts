/** The dialect: frames become one typed command or one typed error, and messages become frames. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandOf } from '../../../adapters/ioa-websocket/command.js';
import { parseFrame } from '../../../adapters/ioa-websocket/frame.js';
import { identifierFor } from '../../../adapters/ioa-websocket/names.js';
import { textOf } from '../../../adapters/ioa-websocket/outgoing.js';
import { readSettings } from '../../../adapters/ioa-websocket/settings.js';
import { STATES, TYPES, wordOf } from '../../../adapters/ioa-websocket/words.js';
import { RpcError } from '../../../src/index.js';

const GROUP = '01990000-0000-7000-8000-000000000000';
const command = (frame: object) => commandOf(parseFrame(JSON.stringify(frame)));
const inGroup = (frame: object) => command({ group_id: GROUP, ...frame });
function refusal(work: () => unknown): { readonly tag: string; readonly message: string } {
  try {
    work();
  } catch (error) {
    if (error instanceof RpcError) return { tag: error.tag, message: error.message };
    throw error;
  }
  throw new Error('it was not refused');
}

describe('a word', () => {
  it.each(['Pause & Trigger', 'pause_and_trigger', 'PAUSE-AND-TRIGGER', 'pause&trigger', ' pause  and trigger '])(
    'is known as %j',
    (text) => expect(wordOf(text)).toBe('pause-and-trigger'),
  );
});

describe('a frame', () => {
  it('is flat, or has a header and a payload', () => {
    const flat = { sender: 'scholar', group_id: GROUP, content: 'hello' };
    expect(parseFrame(JSON.stringify(flat))).toEqual({
      form: 'flat',
      sender: 'scholar',
      group: GROUP,
      content: 'hello',
    });
    const headed = { header: { sender: 'scholar', group_id: GROUP }, payload: { content: 'hello' } };
    expect(parseFrame(JSON.stringify(headed))).toEqual({ ...parseFrame(JSON.stringify(flat)), form: 'headed' });
  });

  it('may have all members of the figure, of which empty ones are as absent ones', () => {
    const all = { goal: '', team_members: [], task_id: '', task_desc: null, triggers: [], next_speaker: [], state: '' };
    expect(inGroup({ ...all, content: 'hello' })).toEqual({
      kind: 'say',
      group: GROUP,
      said: { type: 'discussion', content: 'hello', nextSpeaker: [] },
    });
  });

  it.each([
    ['hello', 'malformed-message', 'the frame is no JSON'],
    ['[]', 'malformed-message', 'no JSON object'],
    ['"x"', 'malformed-message', 'no JSON object'],
    [`{"a":${'['.repeat(32)}${']'.repeat(32)}}`, 'malformed-message', 'more than 32 within one another'],
    ['{"header":1}', 'invalid-value', '"header" must be an object'],
    ['{"type":"dance"}', 'invalid-value', '"dance" is not a type; expected one of: discussion, '],
    ['{"type":7}', 'invalid-value', '"type" has not a type'],
    ['{"state":"asleep"}', 'invalid-value', '"asleep" is not a state'],
    ['{"type":"vote","message_type":"proposal"}', 'invalid-value', '"type" and "message_type" differ'],
    ['{"max_turns":-1}', 'invalid-value', '"max_turns" must be an integer'],
    ['{"max_turns":"3"}', 'invalid-value', '"max_turns" must be an integer'],
    ['{"content":{}}', 'invalid-value', '"content" must be a text'],
    ['{"next_speaker":[1]}', 'invalid-value', '"next_speaker" must be a list of texts'],
    ['{"content":"a","Content":"b"}', 'invalid-value', '"Content" is there twice'],
    [JSON.stringify({ triggers: Array.from({ length: 1001 }, String) }), 'too-big', 'more than 1000'],
  ])('is refused: %s', (frame, tag, message) => {
    const refused = refusal(() => parseFrame(frame));
    expect(refused.tag).toBe(tag);
    expect(refused.message).toContain(message);
  });

  it('may be nested as deep as 32', () => {
    const deep = `{"a":${'['.repeat(31)}${']'.repeat(31)}}`;
    expect(parseFrame(deep)).toEqual({ form: 'flat', extension: deep });
  });
});

describe('the kind of a frame without type', () => {
  it.each([
    [{ triggers: 't1' }, 'pause'],
    [{ task_id: 't1', task_conclusion: 'done' }, 'finish'],
    [{ task_desc: 'read it' }, 'assign'],
    [{ task_abstract: 'read it' }, 'assign'],
    [{ goal: 'a paper' }, 'enlarge'],
    [{ state: 'Pause & Trigger', triggers: ['t1'] }, 'pause'],
    [{ state: 'conclusion', content: 'x' }, 'conclude'],
    [{ state: 'async task assignment', content: 'x' }, 'assign'],
    [{ content: 'x' }, 'say'],
  ])('is told by its members: %j', (frame, kind) => expect(inGroup(frame).kind).toBe(kind));
});

describe('a task assignment', () => {
  it('has its mode from its type, else from its state, else waits for the task', () => {
    const mode = (frame: object) => {
      const made = inGroup({ task_desc: 'x', next_speaker: 'pdf', ...frame });
      return made.kind === 'assign' ? made.order.mode : made.kind;
    };
    expect(mode({})).toBe('synchronous');
    expect(mode({ state: 'discussion' })).toBe('synchronous');
    expect(mode({ state: 'Asynchronous_Task_Assignment' })).toBe('asynchronous');
    expect(mode({ type: 'async task assignment' })).toBe('asynchronous');
    expect(mode({ message_type: 'task assignment', state: 'asynchronous task assignment' })).toBe('asynchronous');
  });

  it('tells its text and its task apart', () => {
    expect(
      inGroup({
        task_id: 't1',
        task_desc: 'parse a.pdf',
        task_abstract: 'parse',
        content: 'please',
        next_speaker: 'pdf',
      }),
    ).toEqual({
      kind: 'assign',
      group: GROUP,
      order: {
        ...{ mode: 'synchronous', assignees: ['pdf'], content: 'please', description: 'parse a.pdf' },
        ...{ objective: 'parse', taskId: 't1' },
      },
    });
  });
});

describe('a state in the header (IOA-E-a)', () => {
  it.each([
    [{ type: 'task assignment', task_desc: 'x', state: 'pause & trigger' }],
    [{ type: 'async task assignment', task_desc: 'x', state: 'synchronous task assignment' }],
    [{ type: 'pause and trigger', triggers: ['t'], state: 'conclusion' }],
    [{ type: 'conclusion', content: 'x', state: 'synchronous task assignment' }],
  ])('is refused where the type does not lead to it: %j', (frame) => {
    expect(refusal(() => inGroup(frame))).toMatchObject({
      tag: 'invalid-value',
      message: expect.stringMatching(/does not lead to the state ".*"; give "discussion" or ".*", or no state$/),
    });
  });

  it('may be discussion with any type', () => {
    expect(inGroup({ type: 'pause', triggers: ['t'], state: 'Discussion' }).kind).toBe('pause');
  });
});

describe('a frame that lacks a member', () => {
  it.each([
    [{ content: 'x' }, 'a frame of type "discussion" needs "group_id"'],
    [{ type: 'team formation' }, 'a frame of type "team formation" needs "goal"'],
    [{ type: 'pause', group_id: GROUP }, 'a frame of type "pause & trigger" needs "triggers"'],
    [{ type: 'task assignment', group_id: GROUP }, 'needs "task_desc"'],
    [{ type: 'task result' }, 'needs "task_conclusion"'],
    [{ type: 'registration' }, 'needs "content"'],
    [{ type: 'query' }, 'needs "capabilities"'],
    [{ type: 'acknowledge', group_id: GROUP }, 'needs "sequence"'],
  ])('is refused with its name: %j', (frame, message) => {
    const refused = refusal(() => command(frame));
    expect(refused.tag).toBe('missing-element');
    expect(refused.message).toContain(message);
  });
});

describe('any frame', () => {
  const words = [...TYPES.keys(), ...STATES.keys()];
  const value = fc.oneof(
    fc.constantFrom<unknown>(...words, GROUP, '', null, [], 'x', 3, -1, 1.5, true),
    fc.array(fc.constantFrom<unknown>('a', 'b', '', 1, null)),
    fc.jsonValue(),
  );
  const NAMES = [
    'sender',
    'state',
    'group_id',
    'goal',
    'team_members',
    'team_up_depth',
    'max_turns',
    'content',
    'type',
  ];
  const MORE = ['message_type', 'next_speaker', 'task_id', 'task_desc', 'task_conclusion', 'task_abstract', 'triggers'];
  const OWN = ['capabilities', 'message_id', 'sequence', 'in_reply_to', '__proto__', 'constructor', 'toString'];
  const members = fc.dictionary(fc.constantFrom(...NAMES, ...MORE, ...OWN), value, { noNullPrototype: true });
  const frame = fc.oneof(
    members.map((each) => JSON.stringify(each)),
    fc.tuple(members, members).map(([header, payload]) => JSON.stringify({ header, payload })),
    fc.json(),
    fc.string(),
  );

  it('becomes one command, or one error of the protocol', () => {
    fc.assert(
      fc.property(frame, (text) => {
        try {
          const { kind } = commandOf(parseFrame(text));
          expect(typeof kind).toBe('string');
        } catch (error) {
          expect(error).toBeInstanceOf(RpcError);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('is read alike in both forms', () => {
    fc.assert(
      fc.property(members, (all) => {
        const { header: _, payload: __, ...own } = all;
        const read = (text: string) => {
          try {
            const { form: ___, ...fields } = parseFrame(text);
            return fields;
          } catch (error) {
            return String(error);
          }
        };
        expect(read(JSON.stringify({ payload: own }))).toEqual(read(JSON.stringify(own)));
      }),
    );
  });
});

describe('a frame that goes out', () => {
  it('has the form of the client, and no members without value', () => {
    const told = { sender: 'pdf', group_id: GROUP, state: 'discussion', type: 'discussion', content: undefined };
    expect(textOf(told, 'flat')).toBe(
      `{"sender":"pdf","group_id":"${GROUP}","state":"discussion","type":"discussion"}`,
    );
    expect(textOf(told, 'headed')).toBe(
      `{"header":{"sender":"pdf","group_id":"${GROUP}","state":"discussion"},"payload":{"type":"discussion"}}`,
    );
  });
});

it('the identifier of an agent has - for what identifiers exclude', () => {
  expect(identifierFor('Google Scholar Agent')).toBe('Google-Scholar-Agent');
  expect(identifierFor('a/b?c#d%e\\f')).toBe('a-b-c-d-e-f');
});

describe('the settings', () => {
  it('have an address', () => {
    expect(readSettings({})).toEqual({});
    expect(readSettings({ listen: '127.0.0.1:7788' })).toEqual({ listen: { host: '127.0.0.1', port: 7788 } });
    expect(readSettings({ listen: '[::1]:0' })).toEqual({ listen: { host: '::1', port: 0 } });
  });

  it.each([{ listen: 7788 }, { listen: 'x' }, { listen: 'x:99999' }, { port: 7788 }])('are refused: %j', (given) => {
    expect(() => readSettings(given)).toThrow(/"listen" must be HOST:PORT|no setting of ioa-websocket; it has: listen/);
  });
});
