// What the front of the site loads where a book opens with a sentence.

import { startFront } from "../chapters/front.js";
import { startOrigin } from "../site/origin.js";
import { startSearch } from "../site/search.js";

// Then the model's program is there, too, whose script comes after this one.
document.addEventListener("DOMContentLoaded", () => {
  startFront();
  startOrigin();
  startSearch();
});
