import { type HtmlPage, htmlPage } from './html.js';

/** The most important places: path, permitted readers, description. */
const PLACES: readonly (readonly [path: string, forWhom: string, what: string])[] = [
  ['/docs', 'users', 'All resources and operations of this node, to browse and search'],
  ['/openapi.json', 'users', 'The same as an OpenAPI 3.1 document'],
  ['/restconf/data', 'users', 'Configuration and state (RFC 8040): agents, tasks, loops, devices'],
  ['/restconf/operations', 'users', 'The operations that the node can be asked to do'],
  ['/restconf/data/ietf-restconf-monitoring:restconf-state/streams', 'users', 'The event streams'],
  ['/metrics', 'users; this machine without login', 'Counters and times, in the Prometheus format'],
  ['/healthz', 'everybody', 'Says "ok" while the node takes requests'],
];

const style = `
:root { color-scheme: light dark; --ink: #1c2330; --soft: #5b6577; --line: #dde2ea; --ground: #fff; --accent: #0b63c5; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e8f0; --soft: #97a3b6; --line: #2c3442; --ground: #12161d; --accent: #6fb1ff; }
}
body { margin: 0 auto; max-width: 52rem; padding: 2.5rem 1.25rem; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
h1 { font-size: 1.5rem; margin: 0; }
p { margin: .4rem 0 1.4rem; color: var(--soft); }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
dl { margin: 0; border-top: 1px solid var(--line); }
div { padding: .7rem 0; border-bottom: 1px solid var(--line); }
dt { font: .95rem/1.5 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
dd { margin: 0; }
small { color: var(--soft); }
`;

const made = htmlPage(
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>yangent</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<h1>yangent</h1>
<p>A node that serves agents of network operations as managed network elements, over RESTCONF here and over NETCONF.</p>
<dl>
${PLACES.map(([path, forWhom, what]) => `<div><dt><a href="${path}">${path}</a></dt><dd>${what}<br><small>For ${forWhom}</small></dd></div>`).join('\n')}
</dl>
<p>On its first start the node writes the password of the user "admin" into its data folder and prints where.</p>
</body>
</html>
`,
  style,
);

/** Returns the page at `/` with links. It is the same on every node, so it needs no login. */
export function homePage(): HtmlPage {
  return made;
}
