/** A skill: its input is checked against the schema before `run` is called. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { defineSkill } from 'yangent';

export const checkPort = defineSkill({
  description: 'says whether a TCP port answers',
  tags: ['tcp', 'port', 'reachability'],
  input: {
    type: 'object',
    properties: {
      host: { type: 'string', description: 'name or address' },
      port: { type: 'integer', minimum: 1, maximum: 65535 },
      timeout: { type: 'integer', description: 'milliseconds', minimum: 1, default: 2000 },
    },
    required: ['host', 'port'],
    additionalProperties: false,
  },
  // How people ask for it in words; this one only looks, so words are enough to set it to work.
  templates: ['check port {port} of {host}'],
  freeText: 'allow',
  run: async ({ input: { host, port, timeout } }, run) => {
    await run.progress(10, `connecting to ${host}, port ${port}`);
    const socket = connect({ host, port });
    socket.setTimeout(timeout, () => socket.destroy(new Error(`no answer within ${timeout} ms`)));
    const finding = await once(socket, 'connect', { signal: run.signal }).then(
      () => 'answers',
      (error) => `does not answer: ${error.message}`,
    );
    socket.destroy();
    run.signal.throwIfAborted();
    return `port ${port} of ${host} ${finding}`;
  },
});
