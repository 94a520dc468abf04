// The service whose handlers Restate calls, a process of its own. Argument: the manifest of the folder with the packages.
// Prints the port on which it listens.
import { createServer } from 'node:http2';
import { createRequire } from 'node:module';

// The package wants it, and Node.js 20 does not have it.
Promise.withResolvers ??= () => {
  let resolve;
  let reject;
  const promise = new Promise((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
};

const restate = createRequire(process.argv[2])('@restatedev/restate-sdk');

const step = (context, name) => context.run(name, async () => 1);

const bench = restate.service({
  name: 'bench',
  handlers: {
    chain: async (context) => {
      const one = await step(context, 'one');
      const two = await step(context, 'two');
      return one + two + (await step(context, 'three'));
    },
    fanOut: async (context, steps) => {
      const begun = Array.from({ length: steps }, (_, index) => step(context, `step ${index}`));
      const done = await restate.RestatePromise.all(begun);
      return done.reduce((sum, one) => sum + one, 0);
    },
  },
});

const server = createServer(restate.createEndpointHandler({ services: [bench] }));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
