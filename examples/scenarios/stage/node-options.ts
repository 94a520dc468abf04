import type { StartOptions } from 'yangent';

/** What all nodes of a stage have in common: loopback, free ports, TLS, and the command line does not take them for its own. */
export function stageNodeOptions(data: string): StartOptions {
  return {
    data,
    netconf: { host: '127.0.0.1', port: 0 },
    clientFile: false,
    logLevel: process.env.YANGENT_DEMO_LOG ?? 'error',
  };
}
