// The parts of the scripts that tests call by name: added to the one global name of any page.

import { CASES } from "../../templates/js/chapters/roles.js";
import { renderer, showing } from "../../templates/js/elements/render.js";
import { answer, translate } from "../../templates/js/engine/generation.js";
import { lineOf, OPERATIONS } from "../../templates/js/engine/operations.js";
import { Run } from "../../templates/js/engine/run.js";
import { lineParts } from "../../templates/js/lines/line.js";
import * as decimal from "../../templates/js/numbers/decimal.js";
import * as powers from "../../templates/js/numbers/powers.js";
import { draw, PICTURES } from "../../templates/js/pictures/illustrations.js";
import * as svg from "../../templates/js/pictures/svg.js";
import { unpack } from "../../templates/js/site/ledgers.js";
import { published } from "../../templates/js/site/published.js";

Object.assign(published, {
  answer,
  CASES,
  decimal,
  draw,
  lineOf,
  lineParts,
  OPERATIONS,
  PICTURES,
  powers,
  renderer,
  Run,
  showing,
  svg,
  translate,
  unpack,
});
