// What a page loads whose chapter follows a sentence of the reader's own.

import { startSentence } from "../chapters/sentence.js";
import { startOrigin } from "../site/origin.js";
import { startSearch } from "../site/search.js";

// Then the model's program is there, too, whose script comes after this one.
document.addEventListener("DOMContentLoaded", () => {
  startSentence();
  startOrigin();
  startSearch();
});
