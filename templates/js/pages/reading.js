// What any other page loads.

import { startOrigin } from "../site/origin.js";
import { startSearch } from "../site/search.js";

document.addEventListener("DOMContentLoaded", () => {
  startOrigin();
  startSearch();
});
