/** The style of the page, in light and dark. */
export const style = `
:root {
  color-scheme: light dark;
  --ink: #1c2330; --soft: #5b6577; --line: #dde2ea; --ground: #ffffff; --raised: #f5f7fa; --accent: #0b63c5;
  --get: #0b63c5; --post: #1a7f4b; --put: #9a5b00; --patch: #6b46c1; --delete: #c02b37;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e3e8f0; --soft: #97a3b6; --line: #2c3442; --ground: #12161d; --raised: #1a202a; --accent: #6fb1ff;
    --get: #6fb1ff; --post: #5fd39a; --put: #f0b35a; --patch: #b79bff; --delete: #ff8a93;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 5.5rem; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
header {
  position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: center;
  justify-content: space-between; padding: .6rem 1.25rem; background: var(--ground); border-bottom: 1px solid var(--line);
}
h1 { font-size: 1.1rem; margin: 0; }
#about { margin: 0; color: var(--soft); font-size: .85rem; }
.tools { display: flex; gap: .75rem; align-items: center; flex: 1 1 24rem; justify-content: flex-end; }
#search {
  flex: 0 1 26rem; min-width: 10rem; padding: .45rem .7rem; font: inherit; color: inherit;
  background: var(--raised); border: 1px solid var(--line); border-radius: 6px;
}
#search:focus-visible, summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
#found { color: var(--soft); font-size: .85rem; white-space: nowrap; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
.columns { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
nav {
  position: sticky; top: 4rem; align-self: start; max-height: calc(100vh - 4rem); overflow: auto;
  padding: 1rem 1.25rem; font-size: .9rem;
}
nav a { display: flex; justify-content: space-between; gap: .5rem; padding: .18rem 0; color: inherit; overflow-wrap: anywhere; }
nav .count { color: var(--soft); font-variant-numeric: tabular-nums; }
main { padding: 1rem 1.5rem 6rem; min-width: 0; max-width: 76rem; min-height: calc(100vh - 4rem); border-left: 1px solid var(--line); }
section.hidden + section > h2 { margin-top: .25rem; }
section > h2 { font-size: 1.1rem; margin: 1.75rem 0 .1rem; overflow-wrap: anywhere; }
section:first-child > h2 { margin-top: .25rem; }
section > p { color: var(--soft); margin: 0 0 .6rem; max-width: 60rem; }
details.row { border: 1px solid var(--line); border-radius: 6px; margin: .3rem 0; background: var(--ground); }
details.row[open] { background: var(--raised); }
details.row > summary { display: flex; gap: .75rem; align-items: baseline; padding: .38rem .7rem; cursor: pointer; list-style: none; }
details.row > summary::-webkit-details-marker { display: none; }
details.row > summary:hover { background: var(--raised); }
.method { flex: 0 0 4.2rem; font: 600 .76rem/1.6 var(--mono); letter-spacing: .03em; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); }
.patch { color: var(--patch); } .delete { color: var(--delete); } .schema { color: var(--soft); }
.path { font: .86rem/1.5 var(--mono); overflow-wrap: anywhere; flex: 1 1 auto; }
.path b { font-weight: 600; color: var(--accent); }
.summary { color: var(--soft); font-size: .86rem; text-align: right; flex: 0 1 auto; }
.deprecated .path { text-decoration: line-through; }
.body { padding: .25rem 1rem .9rem; border-top: 1px solid var(--line); }
.body h3 { font-size: .78rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: .9rem 0 .3rem; }
.body p { margin: .5rem 0; max-width: 60rem; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; }
td { padding: .25rem .75rem .25rem 0; vertical-align: top; border-top: 1px solid var(--line); }
tr:first-child td { border-top: 0; }
td:first-child { white-space: nowrap; font: .84rem/1.6 var(--mono); }
code, .type { font: .84rem/1.5 var(--mono); }
.type { color: var(--soft); }
.required { color: var(--delete); font-size: .78rem; }
.tree { border-left: 1px solid var(--line); padding-left: .9rem; margin-left: .15rem; }
.tree .member { padding: .12rem 0; }
.tree .name { font: .86rem/1.5 var(--mono); }
.tree .text { color: var(--soft); font-size: .86rem; }
.tree details > summary { cursor: pointer; }
.notice { color: var(--soft); padding: 1rem 0; }
.hidden { display: none; }
@media (max-width: 800px) {
  .columns { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; max-height: 12rem; border-bottom: 1px solid var(--line); }
  main { border-left: 0; }
  details.row > summary { flex-wrap: wrap; gap: .1rem .75rem; }
  .summary { text-align: left; flex-basis: 100%; }
}
`;
