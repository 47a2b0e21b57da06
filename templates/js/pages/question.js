// What a page loads whose chapter follows a question of the reader's own.

import { startQuestion } from "../chapters/question.js";
import { startOrigin } from "../site/origin.js";
import { startSearch } from "../site/search.js";

// Then the model's program is there, too, whose script comes after this one.
document.addEventListener("DOMContentLoaded", () => {
  startQuestion();
  startOrigin();
  startSearch();
});
