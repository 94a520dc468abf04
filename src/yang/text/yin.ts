/** Parses YIN, the XML form of YANG (RFC 7950 §13), into the same statement tree. */
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { Fault } from '../errors.js';
import type { SourceLocation } from '../location.js';
import { MAX_NESTING, type Statement, type YinForm } from './statement.js';

const YIN_NAMESPACE = 'urn:ietf:params:xml:ns:yang:yin:1';

/** Name of the attribute with the argument, by keyword; a leading `=` means a child element (RFC 7950 §13.1, table 1). */
const ARGUMENT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    name:
      'action anydata anyxml argument base bit case choice container enum extension feature grouping identity ' +
      'if-feature leaf leaf-list list module notification rpc submodule type typedef units uses',
    value:
      'config default deviate error-app-tag fraction-digits key length mandatory max-elements min-elements modifier ' +
      'ordered-by path pattern position prefix presence range require-instance status value yang-version yin-element',
    date: 'revision revision-date',
    module: 'belongs-to import include',
    'target-node': 'augment deviation refine',
    condition: 'must when',
    tag: 'unique',
    uri: 'namespace',
    '=text': 'contact description organization reference',
    '=value': 'error-message',
  }).flatMap(([argument, keywords]) => keywords.split(' ').map((keyword): [string, string] => [keyword, argument])),
);

const WITHOUT_ARGUMENT: ReadonlySet<string> = new Set(['input', 'output']);

interface OpenElement {
  readonly keyword: string;
  readonly namespace: string;
  readonly location: SourceLocation;
  argument: string | undefined;
  /** Name of the child element with the argument; '' when any element of the extension's namespace may be it. */
  readonly argumentElement: string | undefined;
  /** True when this element is the argument of its parent. */
  readonly isArgument: boolean;
  text: string;
  readonly statements: Statement[];
  yin?: YinForm;
}

/** Reads a module in YIN form. Throws `Fault`. */
export function parseYin(text: string, file: string): Statement {
  const parser = new SaxesParser({ xmlns: true });
  const open: OpenElement[] = [];
  const namespaces = new Map<string, string>();
  let root: Statement | undefined;
  const here = (): SourceLocation => ({ file, line: parser.line, column: parser.columnIndex + 1 });
  const stop = (message: string): never => {
    throw new Fault(here(), message);
  };
  parser.on('error', (error) => stop(`not well-formed XML: ${error.message.replace(/^\d+:\d+: /, '')}`));
  parser.on('doctype', () => stop('a document type declaration is not allowed'));
  parser.on('opentag', (tag) => {
    if (open.length >= MAX_NESTING) stop(`statements nest deeper than ${MAX_NESTING}`);
    for (const [prefix, namespace] of Object.entries(tag.ns))
      if (!namespaces.has(prefix)) namespaces.set(prefix, namespace);
    open.push(openElement(tag, open.at(-1), here()));
  });
  parser.on('text', (part) => {
    const element = open.at(-1);
    if (element) element.text += part;
  });
  parser.on('cdata', (part) => {
    const element = open.at(-1);
    if (element) element.text += part;
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (!element) return;
    const parent = open.at(-1);
    if (element.isArgument && parent) {
      parent.argument = element.text;
      if (parent.argumentElement === '') parent.yin = { argumentName: element.keyword, argumentIsElement: true };
    } else {
      if (!element.isArgument && element.text.trim() !== '') {
        throw new Fault(
          element.location,
          `text '${element.text.trim().slice(0, 40)}' is not allowed in ${element.keyword}`,
        );
      }
      const { keyword, argument, location, statements, yin } = element;
      const statement: Statement = { keyword, argument, location, statements, yin: parent ? yin : { namespaces } };
      if (parent) parent.statements.push(statement);
      else root = statement;
    }
  });
  parser.write(text).close();
  return root ?? stop('the text is empty: module or submodule expected');
}

function openElement(tag: SaxesTagNS, parent: OpenElement | undefined, location: SourceLocation): OpenElement {
  const plain = Object.values(tag.attributes).filter((a) => a.prefix === '' && a.name !== 'xmlns');
  const isArgument =
    parent?.argumentElement !== undefined &&
    parent.argument === undefined &&
    tag.uri === parent.namespace &&
    (parent.argumentElement === ''
      ? parent.statements.length === 0 && plain.length === 0
      : tag.local === parent.argumentElement);
  const base = { namespace: tag.uri, location, isArgument, text: '', statements: [] };
  if (isArgument) return { ...base, keyword: tag.local, argument: undefined, argumentElement: undefined };
  if (tag.uri !== YIN_NAMESPACE) {
    if (tag.uri === '' || tag.prefix === '')
      throw new Fault(location, `element '${tag.name}' is not in the YIN namespace '${YIN_NAMESPACE}'`);
    const attribute = plain[0];
    const argument = attribute?.value;
    const yin = attribute && { argumentName: attribute.local, argumentIsElement: false };
    return {
      ...base,
      keyword: `${tag.prefix}:${tag.local}`,
      argument,
      argumentElement: attribute ? undefined : '',
      yin,
    };
  }
  const name = ARGUMENT_NAMES.get(tag.local);
  if (name?.startsWith('='))
    return { ...base, keyword: tag.local, argument: undefined, argumentElement: name.slice(1) };
  const unknown = plain.find((a) => a.local !== name);
  if (unknown && (name !== undefined || WITHOUT_ARGUMENT.has(tag.local))) {
    throw new Fault(
      location,
      `unknown attribute '${unknown.name}' of ${tag.local}${name ? `; '${name}' is its argument` : ''}`,
    );
  }
  const argument = plain.find((a) => a.local === name)?.value;
  return { ...base, keyword: tag.local, argument, argumentElement: undefined };
}
