// Which figures of a run go into which picture, as build/subjects/signal/pictures.py has it.

/** @import { Part } from "../elements/render.js" */
/** @import { Figure } from "../engine/figures.js" */
/** @import { View } from "../engine/run.js" */
/** @import { Pair } from "./bend.js" */
/** @import { Attention, Block, Box, Head, Strip } from "./flowmarks.js" */
/** @import { Amount, Point } from "./svg.js" */
import { idOf } from "../elements/make.js";
import { listening } from "./arcs.js";
import { pattern } from "./attention.js";
import { bend } from "./bend.js";
import { flow } from "./flow.js";
import { temperatures } from "./guess.js";
import { opening } from "./opening.js";
import { waves } from "./position.js";
import { stream } from "./residual.js";

/** @typedef {(id: string) => string} HrefOf makes the address of what has an id on the page */

/** The pictures by their kinds: plain data in, one element out. */
export const PICTURES = {
  waves,
  listening,
  opening,
  pattern,
  temperatures,
  stream,
  flow,
  bend,
};

/** @typedef {keyof typeof PICTURES} PictureKind */

const TEMPERATURES = ["0.2", "0.5", "1", "2", "3"];
const GUESSES = 3; // likeliest words at the end of the flow diagram
const POSITIONS = 60; // that waves are drawn over: more than a short sentence has
const STEPS_PER_WORD = 3; // points of a drawn curve between two positions

/** The pictures of the word at a place of a run. */
class Illustrations {
  /**
   * @param {View} view
   * @param {HrefOf} [hrefOf] without it nothing is a link
   */
  constructor({ run, here, temperature, read }, hrefOf) {
    this.run = run;
    this.here = here;
    this.temperature = temperature;
    this.read = read;
    this.hrefOf = hrefOf;
    this.word = run.words[here - 1];
  }

  /**
   * Return a figure as a picture's number.
   * @param {Figure} figure
   * @returns {Amount}
   */
  number(figure) {
    return { text: figure.text, value: figure.size, name: figure.from(this.run.scope) };
  }

  /**
   * Return a share as a picture's number, in percent.
   * @param {Figure} share
   * @returns {Amount}
   */
  percent(share) {
    return { text: share.percent, value: share.size, name: share.percentFrom(this.run.scope) };
  }

  /**
   * Return the numbers in a word's row of an array.
   * @param {string} name of an array
   * @param {number} [at] a position
   */
  row(name, at = this.here) {
    return this.run.row(name, at).map((figure) => this.number(figure));
  }

  /**
   * Return the shares in a word's row of an array, in percent.
   * @param {string} name of an array
   * @param {number} [at] a position
   */
  shares(name, at = this.here) {
    return this.run.row(name, at).map((figure) => this.percent(figure));
  }

  /** Draw the position signal at the followed word. */
  waves() {
    const { run, word, here } = this;
    const signal = this.row("wave");
    const count = STEPS_PER_WORD * Math.max(POSITIONS, run.program.context) + 1;
    const across = Array.from({ length: count }, (_, i) => i / STEPS_PER_WORD);
    const pairs = signal.flatMap((_, slot) => {
      if (slot % 2) return [];
      const divisor = this.number(run.figure(`divisor[${slot + 1}]`));
      const [sine, cosine] = [Math.sin, Math.cos].map((wave, i) => ({
        slot: slot + 1 + i,
        curve: across.map((x) => /** @type {Point} */ ([x, wave(x / divisor.value)])),
        here: signal[slot + i],
      }));
      return [{ divisor, sine, cosine }];
    });
    return waves({ word, position: here, pairs });
  }

  /**
   * Draw who listens to whom in a head.
   * @param {string} part names the head, such as "block2.head1."
   */
  pattern(part) {
    const { run, here, read } = this;
    const { along, causal } = run.array(`${part}share`);
    const [words, followed] = along === "read" ? [run.source, read ?? 1] : [run.words, here];
    const shares = words.map((_, i) => this.shares(`${part}share`, i + 1));
    return pattern({ words, shares, followed, heard: causal ? [] : run.source });
  }

  /** Draw what the followed word listens to. */
  listening() {
    const words = this.run.words.slice(0, this.here);
    return listening({ words, shares: this.shares("share"), followed: this.here });
  }

  /** Draw the sentence with its arcs and its guess; `hrefOf` leads from a word's place. */
  opening() {
    const { run, here, hrefOf } = this;
    const words = run.words.slice(0, here);
    const heard = { words, shares: this.shares("share"), followed: here };
    const [best] = run.ranked("guess.share", here);
    const guess = run.program.vocabulary[best];
    const chance = this.shares("guess.share")[best];
    const hrefs = hrefOf ? words.map((_, i) => hrefOf(String(i + 1))) : [];
    return opening({ listening: heard, guess, chance, hrefs });
  }

  /** Draw the chances of the next word at several temperatures. */
  temperatures() {
    const { run, here } = this;
    const order = run.ranked("guess.share", here);
    const own = this.temperature ?? TEMPERATURES[0]; // a view's own temperature is shown too
    const heats = [...new Set([...TEMPERATURES, own])].sort((a, b) => Number(a) - Number(b));
    for (const heat of heats) run.at(heat);
    const table = heats.map((heat) => this.shares(`guess_at_${heat}.share`));
    const { model, vocabulary } = run.program;
    return temperatures({
      words: order.map((i) => vocabulary[i]),
      temperatures: heats.map((heat) => this.number(run.figure(`${model}:temperature_${heat}`))),
      chances: order.map((i) => table.map((row) => row[i])),
      best: 0,
    });
  }

  /** Draw the followed word's row on its way down the model. */
  stream() {
    const stages = [
      ["the word", "embedded"],
      ["with its position", "x", "added", "position signal"],
      ["after attention", "after_attention", "tapped", "attention"],
      ["after feed-forward", "after_feed_forward", "tapped", "feed-forward"],
      ["evened out", "norm3.out", "through", "layer norm"],
    ].map(([name, array, entry, by]) => ({ name, numbers: this.row(array), entry, by }));
    return stream({ word: this.word, position: this.here, stages });
  }

  /** Draw what the ReLU does to each of the followed word's stretched numbers. */
  bend() {
    const name = this.run.array("kept").operation === "relu" ? "ReLU" : "GELU";
    const [given, kept] = [this.row("stretched"), this.row("kept")];
    const pairs = given.map((into, at) => /** @type {Pair} */ ([into, kept[at]]));
    return bend({ name, of: `${this.word} in position ${this.here}`, pairs });
  }

  /** Draw the whole pass for the followed word. */
  flow() {
    const { run, word, here } = this;
    const { vocabulary } = run.program;
    const order = run.ranked("guess.share", here).slice(0, GUESSES);
    const chances = this.shares("guess.share");
    const guess = vocabulary[order[0]];
    return flow({
      words: run.words.slice(0, here),
      embedding: this.#box("embedding", `embedding[${word}]-row`),
      position: run.arrays.has("wave")
        ? this.#first("position", "wave")
        : this.#rowBox("position", "position_embedding"),
      start: this.#strip("word and position", "x"),
      blocks: this.#numbered("block", "stretched").map(([name, part]) => this.#block(name, part)),
      norm: this.#rowBox("layer norm", "norm3.out"),
      evened: this.#strip("evened out", "norm3.out"),
      unembedding: this.#box("unembedding", `logit[${here},${guess}]`),
      likeliest: {
        words: order.map((i) => vocabulary[i]),
        chances: order.map((i) => chances[i]),
        shape: this.#shape("logit"),
        href: this.#href(`guess.share[${here},${guess}]`),
      },
    });
  }

  /**
   * Return the data of a block.
   * @param {string} name
   * @param {string} part names the block, such as "block2."
   * @returns {Block}
   */
  #block(name, part) {
    const { run, here } = this;
    const kept = this.#sizes(`${part}kept`, here);
    const given = this.#sizes(`${part}stretched`, here);
    const bend = run.array(`${part}kept`).operation === "relu" ? "ReLU" : "GELU";
    return {
      name,
      attention: this.#attention(part),
      after_attention: this.#strip("after attention", `${part}after_attention`),
      feed_forward: {
        name: "feed-forward",
        norm: this.#rowBox("layer norm", `${part}norm2.out`),
        stretch: this.#first("stretch", `${part}stretched`),
        bend: this.#first(bend, `${part}kept`),
        press: this.#first("press", `${part}pressed`),
        shape: this.#shape(`${part}stretched`),
        bent: given.map((size, i) => [size, kept[i]]),
      },
      after_feed_forward: this.#strip("after feed-forward", `${part}after_feed_forward`),
    };
  }

  /**
   * Return the data of a block's attention.
   * @param {string} part names the block
   * @returns {Attention}
   */
  #attention(part) {
    const words = this.run.words.slice(0, this.here);
    const heads = this.#numbered("head", "share", part).map(
      ([name, head]) =>
        /** @type {Head} */ ({
          ...this.#first(name, `${head}blend`),
          shares: words.map((_, i) => this.#sizes(`${head}share`, i + 1)),
        }),
    );
    // several heads have rows of their own: a box stands for all of them, and leads to none
    const [[, own]] = this.#numbered("head", "share", part);
    const [query, key, value] = ["query", "key", "value"].map((name) =>
      own ? { name } : this.#rowBox(name, name),
    );
    return {
      name: "attention",
      norm: this.#rowBox("layer norm", `${part}norm1.out`),
      query,
      key,
      value,
      heads,
      output: this.#first(heads.length > 1 ? "joined × W_O" : "× W_O", `${part}output`),
    };
  }

  /**
   * Return the parts of a kind, each with its name and what its arrays' names begin with; a model
   * with one block, or one head, gives it no number.
   * @param {string} kind
   * @param {string} last an array that each has
   * @param {string} [part]
   * @returns {[name: string, part: string][]}
   */
  #numbered(kind, last, part = "") {
    const { arrays } = this.run;
    if (arrays.has(`${part}${last}`)) return [[`the ${kind}`, part]];
    /** @type {[name: string, part: string][]} */
    const found = [];
    for (let n = 1; arrays.has(`${part}${kind}${n}.${last}`); n++) {
      found.push([`${kind} ${n}`, `${part}${kind}${n}.`]);
    }
    return found;
  }

  /**
   * Return the address of a figure or a row on the page, if there is one.
   * @param {string} name of a figure, or of a row
   */
  #href(name) {
    return this.hrefOf?.(idOf(name));
  }

  /**
   * Return a named box that leads to a figure or a row.
   * @param {string} name
   * @param {string} at what it leads to
   * @returns {Box}
   */
  #box(name, at) {
    return { name, href: this.#href(at) };
  }

  /**
   * Return a box that leads to the followed word's row of an array.
   * @param {string} name
   * @param {string} array
   */
  #rowBox(name, array) {
    return this.#box(name, `${array}[${this.here}]-row`);
  }

  /**
   * Return a box that leads to the first figure of that row.
   * @param {string} name
   * @param {string} array
   */
  #first(name, array) {
    return this.#box(name, `${array}[${this.here},1]`);
  }

  /**
   * Write how many words and numbers an array has: 6 × 8.
   * @param {string} array
   */
  #shape(array) {
    return `${this.run.words.length} × ${this.run.row(array, this.here).length}`;
  }

  /**
   * Return the followed word's row of an array, with its name and shape.
   * @param {string} name
   * @param {string} array
   * @returns {Strip}
   */
  #strip(name, array) {
    return { ...this.#rowBox(name, array), numbers: this.row(array), shape: this.#shape(array) };
  }

  /**
   * Return about how much the figures in a word's row are.
   * @param {string} array
   * @param {number} at a position
   */
  #sizes(array, at) {
    return this.run.row(array, at).map((figure) => figure.size);
  }
}

/**
 * Draw a picture of a view.
 * @param {PictureKind} kind
 * @param {View} view
 * @param {string} [part] names the head that it is about, such as "block2.head1."
 * @param {HrefOf} [hrefOf] without it nothing is a link
 * @returns {Part}
 */
export const draw = (kind, view, part = "", hrefOf) => new Illustrations(view, hrefOf)[kind](part);
