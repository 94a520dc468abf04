/** Connections that are reset while the node still looks who calls. */
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { FakeServer } from '../support/fake-server.js';
import { AUTHORIZATION, access, listen, send } from '../support/listener.js';

it.each(['GET', 'DELETE', 'POST'])(
  'a %s whose connection is reset during the login ends nothing but itself',
  async (method) => {
    const uncaught: unknown[] = [];
    const note = (error: unknown) => void uncaught.push(error);
    process.on('uncaughtException', note);
    onTestFinished(() => void process.off('uncaughtException', note));

    const asked = new EventEmitter();
    const reset = new EventEmitter();
    const login = once(asked, 'login');
    const listener = await listen(new FakeServer({}), {
      access: {
        authenticatePassword: async (name, password, ...rest) => {
          if (name === 'slow') {
            const over = once(reset, 'over');
            asked.emit('login');
            await over;
            return { name, groups: [] };
          }
          return access.authenticatePassword(name, password, ...rest);
        },
      },
    });
    onTestFinished(() => listener.close());
    const socket = connect({ host: '127.0.0.1', port: listener.port });
    const slow = `Basic ${Buffer.from('slow:secret').toString('base64')}`;
    socket.write(`${method} /restconf/data HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${slow}\r\n\r\n`);
    await login;
    socket.resetAndDestroy();
    await once(socket, 'close');
    const get = () => send(listener, 'GET', '/restconf', { headers: { authorization: AUTHORIZATION } });
    // The answer comes after the listener has seen the reset.
    await get();
    reset.emit('over');
    expect((await get()).status).toBe(200);
    expect(uncaught).toEqual([]);
  },
);
