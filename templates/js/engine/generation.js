// A model that writes greedily: the likeliest word is written and read on, until the end.

/** @import { Program } from "../data.js" */
/** @import { Figure } from "./figures.js" */
import { Run } from "./run.js";

/** @typedef {{ here: number, word: string, chance: Figure }} Pass after a position, the word written */
/** @typedef {{ run: Run, passes: Pass[] }} Written the run over all words, and the passes */

/**
 * Write on after the words of a run.
 * @param {Run} run
 * @returns {Written}
 */
function writeOn(run) {
  const { end, context } = run.program;
  const passes = [];
  for (;;) {
    const here = run.words.length;
    const word = run.answer(here);
    passes.push({ here, word, chance: run.figure(`guess.share[${here},${word}]`) });
    if (word === end || here === context) return { run, passes };
    run.extend([word]);
  }
}

/**
 * Return the words that a model begins to write with.
 * @param {Program} program
 */
function beginning({ model, begin }) {
  if (begin === undefined) throw new RangeError(`${model} writes no answers`);
  return [begin];
}

/**
 * Answer a question.
 * @param {Program} program
 * @param {string[]} question
 */
export const answer = (program, question) =>
  writeOn(new Run(program, [...beginning(program), ...question]));

/**
 * Translate a sentence. Throws a RangeError for no words.
 * @param {Program} program
 * @param {string[]} source
 */
export function translate(program, source) {
  if (!source.length) throw new RangeError("the sentence is empty");
  return writeOn(new Run(program, beginning(program), [], source));
}
