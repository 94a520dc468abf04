import { type HtmlPage, htmlPage } from '../html.js';
import { page } from './page.js';
import { script } from './script.js';
import { style } from './style.js';

const made = htmlPage(page(style, script), style, script);

/** Returns the HTML page for the OpenAPI document (`openapi.json`); the same for every view. */
export function docsPage(): HtmlPage {
  return made;
}
