/** Instance documents against a schema: the Tree, its codecs, edits, differences, filters and paths. */

export { messageOf } from '../yang/errors.js';
export { diff, diffSteps } from './algebra/diff.js';
export { applyEdit, applyEditSteps, mergeTrees } from './algebra/edit.js';
export { editAt } from './algebra/edit-at.js';
export { equal } from './algebra/equal.js';
export { decodeJson, decodeJsonInTurns, fromValue } from './codec/decode-json.js';
export { decodeXml, decodeXmlInTurns } from './codec/decode-xml.js';
export { decodeXmlText, type XmlTextOptions } from './codec/decode-xml-text.js';
export { decodeMessageJson, decodeMessageXml, type Message, type MessageKind } from './codec/message.js';
export type { DecodeOptions } from './codec/run.js';
export { dataParentOf } from './data-parent.js';
export { contentSteps } from './encoding/content.js';
export { isDefaultOf } from './encoding/defaults.js';
export { encodeJson, encodeNodeJson } from './encoding/encode-json.js';
export {
  encodeJsonParts,
  encodeJsonSteps,
  encodeNodeJsonParts,
  type PartsOptions,
} from './encoding/encode-json-parts.js';
export { encodeNodeXml, encodeTreeElementXml, encodeXml } from './encoding/encode-xml.js';
export { encodeNodeXmlParts, encodeXmlParts } from './encoding/encode-xml-parts.js';
export type { FurtherEntries } from './encoding/further-entries.js';
export {
  type Content,
  type EncodeOptions,
  nodeToWrite,
  prepareTree,
  tagsDefaults,
  treeToWrite,
  type WithDefaults,
} from './encoding/options.js';
export { inTurns } from './encoding/parts.js';
export { nodeToValue, toValue } from './encoding/to-value.js';
export { instancePathXml, lexicalXml, Prefixes, pathXml } from './encoding/value-xml.js';
export {
  entriesFrom,
  entryChanges,
  mapEntries,
  noEntries,
  systemEntries,
  systemEntriesFrom,
  userEntries,
  userEntriesFrom,
} from './entries/index.js';
export { filterEntriesSteps, mapChildrenSteps, mapEntriesSteps } from './entries/map-steps.js';
export { mapEntriesLater } from './entries/mapped-entries.js';
export type { Entries, Placement } from './entries.js';
export type { ErrorsWanted } from './faults.js';
export { narrow } from './filter/narrow.js';
export { type SelectedChild, type Selection, selectionOfPath } from './filter/selection.js';
export { selectionOfSubtree } from './filter/selection-of-subtree.js';
export { subtreeFilter, subtreeFilterSteps } from './filter/subtree.js';
export { isObject } from './is-object.js';
export { type JsonLimits, parseJson, parseJsonInTurns } from './json/parse.js';
export {
  any,
  container,
  emptyTree,
  entry,
  item,
  leaf,
  leafList,
  leafListOf,
  list,
  treeOf,
  withChildren,
} from './nodes.js';
export type { InstancePath, PathStep } from './path.js';
export { replaced } from './replaced.js';
export {
  ERROR_TAGS,
  ERROR_TYPES,
  type ErrorInfo,
  type ErrorOrigin,
  type ErrorTag,
  type ErrorType,
  RpcError,
  type RpcErrorFields,
} from './rpc-error.js';
export { answerable, isBlamed, supervised, UncaughtError, type UncaughtKind } from './supervised.js';
export { readable } from './thrown.js';
export { AT_ONCE, atOnce, inSlices, type Steps, TimeSlice } from './time-slice.js';
export * from './tree.js';
export { type ValidateOptions, validate, validateAsync } from './validate/index.js';
export { withdrawUnmet } from './validate/withdraw.js';
export { caseless } from './values/caseless.js';
export { dateAndTimeFault, jsonNames, type Names, parseJsonValue, parseLexical, ValueFault } from './values/index.js';
export { find } from './values/instance-path/find.js';
export { formatPath } from './values/instance-path/format.js';
export { modelJson, modelText } from './values/model-text.js';
export { parseInstancePath } from './values/parse-instance-path.js';
export { aborted, withinTime } from './within-time.js';
export { elementsOf, textOf, xmlElement } from './xml/build.js';
export { escapeAttribute, escapeText } from './xml/escape.js';
export type { XmlLimits } from './xml/limits.js';
export { parseXml, parseXmlInTurns } from './xml/parse.js';
export { serializeXml } from './xml/serialize.js';
export type { XmlAttribute, XmlElement, XmlNode } from './xml-element.js';
export {
  type AccessibleTreeOptions,
  accessibleTree,
  documentOrder,
  evaluateXPath,
  requireNodeSet,
  selectNodesSteps,
  toBoolean,
  toNodes,
  toNumber,
  toText,
  treeOfNodesSteps,
  type XPathDocument,
  XPathNode,
  type XPathValue,
  xpathFilter,
} from './xpath/index.js';
