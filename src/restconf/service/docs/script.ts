/**
 * The script of the page. It fetches the OpenAPI document and shows a row for each operation and schema. Details of a row are
 * created when it is opened. Text is inserted as text only, never as markup.
 */
export const script = `'use strict';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const make = (tag, attributes, ...content) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...content.filter((each) => each !== undefined && each !== ''));
  return element;
};
const byId = (id) => document.getElementById(id);
let api;

const resolve = (value) => value && value.$ref
  ? value.$ref.slice(2).split('/').reduce((at, step) => at[step.replaceAll('~1', '/').replaceAll('~0', '~')], api)
  : value;
const anchor = (kind, name) => kind + '/' + encodeURIComponent(name);
const schemaLink = (ref) => {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return make('a', { href: '#' + anchor('schema', name), class: 'type' }, name);
};

/** A short name of what values a schema has. */
function typeOf(schema) {
  if (schema === true || !schema) return 'anything';
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  const parts = [];
  if (schema.const !== undefined) parts.push(JSON.stringify(schema.const));
  if (schema.enum) parts.push(schema.enum.map((each) => JSON.stringify(each)).join(' | '));
  for (const word of ['anyOf', 'oneOf', 'allOf']) {
    if (schema[word] && !schema.properties) parts.push(schema[word].map(typeOf).join(word === 'allOf' ? ' & ' : ' | '));
  }
  if (parts.length === 0 && schema.type === 'array') parts.push('array of ' + typeOf(schema.items));
  if (parts.length === 0 && schema.type) parts.push([].concat(schema.type).join(' | '));
  const limits = [];
  if (schema.minimum !== undefined || schema.maximum !== undefined) limits.push((schema.minimum ?? '') + '..' + (schema.maximum ?? ''));
  if (schema.minLength !== undefined || schema.maxLength !== undefined) limits.push('length ' + (schema.minLength ?? 0) + '..' + (schema.maxLength ?? ''));
  if (schema.pattern) limits.push('/' + schema.pattern + '/');
  if (schema.default !== undefined) limits.push('default ' + JSON.stringify(schema.default));
  return (parts.join(' & ') || 'anything') + (limits.length ? ' (' + limits.join(', ') + ')' : '');
}

/** What is below a schema, opened on demand; definitions may refer to themselves. */
function members(schema) {
  const found = resolve(schema);
  if (!found || typeof found !== 'object') return [];
  const inner = found.type === 'array' && found.items ? resolve(found.items) : found;
  const parts = [inner, ...['allOf', 'anyOf', 'oneOf'].flatMap((word) => inner[word] || []).map(resolve)];
  const seen = new Map();
  for (const part of parts) {
    for (const [name, value] of Object.entries((part && part.properties) || {})) {
      if (!seen.has(name)) seen.set(name, { name, value, required: ((part.required || []).includes(name)) });
    }
  }
  return [...seen.values()];
}

function member({ name, value, required }) {
  const found = resolve(value) || {};
  const below = members(value);
  const ref = value && (value.$ref || (value.items && value.items.$ref));
  const head = [
    make('span', { class: 'name' }, name), ' ',
    ref ? schemaLink(ref) : make('span', { class: 'type' }, below.length ? (found.type === 'array' ? 'array' : 'object') : typeOf(value)),
    required ? make('span', { class: 'required' }, ' required') : '',
    found.description ? make('div', { class: 'text' }, found.description) : '',
  ];
  if (below.length === 0) return make('div', { class: 'member' }, ...head);
  const details = make('details', {}, make('summary', {}, ...head));
  details.addEventListener('toggle', () => { if (details.childElementCount === 1) details.append(tree(value)); });
  return make('div', { class: 'member' }, details);
}

function tree(schema) {
  const below = members(schema);
  if (below.length > 0) return make('div', { class: 'tree' }, ...below.map(member));
  return make('div', { class: 'tree' }, make('span', { class: 'type' }, typeOf(schema)));
}

const row = (label, ...content) => make('tr', {}, make('td', {}, label), make('td', {}, ...content));

function contentOf(content) {
  const [type, media] = Object.entries(content || {})[0] || [];
  if (!media) return [];
  const others = Object.keys(content).slice(1);
  return [make('p', {}, make('code', {}, type), others.length ? ' (or ' + others.join(', ') + ')' : ''), tree(media.schema)];
}

function operationBody({ item, operation }) {
  const parameters = [...(item.parameters || []), ...(operation.parameters || [])].map(resolve);
  const body = make('div', { class: 'body' });
  if (operation.description) body.append(make('p', {}, operation.description));
  if (parameters.length > 0) {
    body.append(make('h3', {}, 'Parameters'), make('table', {}, make('tbody', {}, ...parameters.map((each) => row(
      each.name,
      make('span', { class: 'type' }, each.in + ' ' + typeOf(each.schema)),
      each.required ? make('span', { class: 'required' }, ' required') : '',
      each.description ? make('div', {}, each.description) : '',
    )))));
  }
  if (operation.requestBody) body.append(make('h3', {}, 'Message-body'), ...contentOf(operation.requestBody.content));
  const responses = Object.entries(operation.responses || {}).map(([status, value]) => [status, resolve(value)]);
  body.append(make('h3', {}, 'Answers'), make('table', {}, make('tbody', {}, ...responses.map(([status, value]) =>
    row(status, value.description, ...(status === '200' ? contentOf(value.content) : []))))));
  return body;
}

function schemaBody({ name }) {
  const schema = api.components.schemas[name];
  const body = make('div', { class: 'body' });
  if (schema.description) body.append(make('p', {}, schema.description));
  body.append(tree(schema));
  return body;
}

function entry(kind, name, method, title, summary, words, body, deprecated) {
  const path = make('span', { class: 'path' });
  for (const part of title.split(/(\\{[^}]*\\})/)) path.append(part.startsWith('{') ? make('b', {}, part) : part);
  const details = make('details', { class: 'row' + (deprecated ? ' deprecated' : ''), id: anchor(kind, name) },
    make('summary', {}, make('span', { class: 'method ' + method }, method.toUpperCase()), path, make('span', { class: 'summary' }, summary)));
  details.addEventListener('toggle', () => { if (details.open && details.childElementCount === 1) details.append(body()); });
  return { element: details, words: words.join(' ').toLowerCase() };
}

const groups = [];
function group(id, title, description, entries) {
  const section = make('section', { id }, make('h2', {}, title), description ? make('p', {}, description) : '', ...entries.map((each) => each.element));
  const count = make('span', { class: 'count' }, String(entries.length));
  const link = make('a', { href: '#' + id }, title, count);
  groups.push({ section, link, count, entries });
}

function build() {
  document.title = api.info.title.length > 60 ? 'RESTCONF API' : api.info.title;
  byId('about').textContent = 'OpenAPI ' + api.openapi + ' · version ' + api.info.version + ' · root ' + api.servers[0].url;
  const byTag = new Map();
  for (const [path, item] of Object.entries(api.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const tag = (operation.tags || ['other'])[0];
      const words = [method, path, operation.summary, operation.operationId, operation.description || '', tag];
      const made = entry('operation', operation.operationId, method, path, operation.summary, words,
        () => operationBody({ item, operation }), operation.deprecated);
      byTag.set(tag, [...(byTag.get(tag) || []), made]);
    }
  }
  const described = new Map((api.tags || []).map((tag) => [tag.name, tag.description]));
  for (const [tag, entries] of byTag) group(anchor('tag', tag), tag, described.get(tag), entries);
  const schemas = Object.keys(api.components.schemas).sort().map((name) => {
    const schema = api.components.schemas[name];
    return entry('schema', name, 'schema', name, schema.type || '', [name, schema.description || ''], () => schemaBody({ name }));
  });
  group('schemas', 'Schemas', 'Types that messages are made of.', schemas);
  byId('main').replaceChildren(...groups.map((each) => each.section), make('p', { class: 'notice hidden', id: 'none' }, 'Nothing matches.'));
  byId('contents').replaceChildren(...groups.map((each) => each.link));
}

/** Shows the rows that hold every word searched for. */
function search() {
  const wanted = byId('search').value.toLowerCase().split(/\\s+/).filter(Boolean);
  let total = 0;
  for (const { section, link, count, entries } of groups) {
    let shown = 0;
    for (const { element, words } of entries) {
      const matches = wanted.every((word) => words.includes(word));
      element.classList.toggle('hidden', !matches);
      if (matches) shown += 1;
    }
    count.textContent = String(shown);
    section.classList.toggle('hidden', shown === 0);
    link.classList.toggle('hidden', shown === 0);
    total += shown;
  }
  byId('found').textContent = wanted.length ? total + ' found' : '';
  byId('none').classList.toggle('hidden', total > 0);
  window.scrollTo(0, 0);
}

function follow() {
  const target = location.hash.length > 1 && byId(location.hash.slice(1));
  if (!target) return;
  target.classList.remove('hidden');
  if (target.parentElement) target.parentElement.classList.remove('hidden');
  if (target.tagName === 'DETAILS') target.open = true;
  target.scrollIntoView();
}

// Not relative to the address of the page, which may hold a user and a password.
fetch(location.origin + new URL('openapi.json', location.origin + location.pathname).pathname, { credentials: 'same-origin' })
  .then((answer) => { if (!answer.ok) throw new Error('the server answered ' + answer.status); return answer.json(); })
  .then((document) => {
    api = document;
    build();
    byId('search').addEventListener('input', search);
    window.addEventListener('hashchange', follow);
    window.addEventListener('keydown', (event) => {
      if (event.key !== '/' || event.target === byId('search')) return;
      event.preventDefault();
      byId('search').focus();
    });
    follow();
  })
  .catch((error) => byId('main').replaceChildren(make('p', { class: 'notice', role: 'alert' }, 'The document cannot be shown: ' + error.message)));
`;
