import { type HtmlPage, htmlPage } from '../html.js';
import { page } from './page.js';
import { script } from './script.js';
import { style } from './style.js';

const made = htmlPage(page(style, script), style, script);

/** Returns the page that shows the OpenAPI document beside it (`openapi.json`) to people; the same for every view. */
export function docsPage(): HtmlPage {
  return made;
}
