const AT_ONCE = 200;
const TEXT = 'the operational state of an interface has changed, and this says how and why';
let api;

export default {
  module: 'bench-ticks',
  rpcs: {
    emit: async ({ count }) => {
      for (let from = 0; from < count; from += AT_ONCE) {
        const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => from + index);
        await Promise.all(numbers.map((n) => api.notify('bench-ticks:tick', { n, text: TEXT })));
      }
    },
  },
  start: async (node) => {
    api = node;
  },
};
