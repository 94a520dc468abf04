/** Returns the page with its style and script. Its content comes from the document that the script fetches. */
export function page(style: string, script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>RESTCONF API</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
  <div class="title"><h1>RESTCONF API</h1><p id="about"></p></div>
  <div class="tools">
    <input id="search" type="search" placeholder="Search paths, operations, schemas" aria-label="Search" autocomplete="off" spellcheck="false">
    <span id="found" role="status"></span>
    <a href="openapi.json">openapi.json</a>
  </div>
</header>
<div class="columns">
  <nav id="contents" aria-label="Contents"></nav>
  <main id="main"><p class="notice">Loading the document&hellip;</p></main>
</div>
<noscript><p class="notice">This page needs JavaScript; the document itself is at <a href="openapi.json">openapi.json</a>.</p></noscript>
<script>${script}</script>
</body>
</html>
`;
}
