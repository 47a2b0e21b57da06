// What a page loads whose chapter follows a translation of the reader's own.

import { startJourney } from "../chapters/journey.js";
import { startOrigin } from "../site/origin.js";
import { startSearch } from "../site/search.js";

// Then the model's program is there, too, whose script comes after this one.
document.addEventListener("DOMContentLoaded", () => {
  startJourney();
  startOrigin();
  startSearch();
});
