/** get and get-config (RFC 6241 §7.1, §7.7) with the with-defaults parameter (RFC 6243). */
import { namespaces } from '../../clients/index.js';
import { type EncodeOptions, encodeXml } from '../../data/index.js';
import type { Content } from '../../server/index.js';
import type { ReplyBody } from '../session-handler.js';
import type { Operation, OperationContext } from './context.js';
import { requireRunning } from './datastore.js';
import { applyFilter, parseFilter, selectionOf } from './filter.js';
import { Parameters } from './parameters.js';

const WITH_DEFAULTS = new Map([[namespaces.NETCONF_WITH_DEFAULTS, 'with-defaults']]);
const MODES = ['explicit', 'report-all', 'trim', 'report-all-tagged'] as const;

export const get: Operation = (element, context) => {
  return answer(new Parameters(element, ['filter'], WITH_DEFAULTS), 'all', context);
};

export const getConfig: Operation = async (element, context) => {
  const parameters = new Parameters(element, ['source', 'filter'], WITH_DEFAULTS);
  requireRunning(parameters.need('source'));
  return answer(parameters, 'config', context);
};

async function answer(
  parameters: Parameters,
  content: Content,
  { server, caller, schema }: OperationContext,
): Promise<ReplyBody> {
  const filter = parseFilter(parameters.get('filter'));
  const options: EncodeOptions = { withDefaults: parameters.choice('with-defaults', MODES, 'explicit') };
  const tree = await server.read(caller, { content, selection: selectionOf(filter, schema) });
  return { kind: 'data', xml: dataElement(encodeXml(applyFilter(filter, tree, schema), options)) };
}

function dataElement(xml: string): string {
  return `<data xmlns="${namespaces.NETCONF_BASE}">${xml}</data>`;
}
