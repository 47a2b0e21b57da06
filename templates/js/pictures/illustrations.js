// Which figures of a run go into which picture, as build/subjects/signal/pictures.py has it.
"use strict";
(() => {
  const { idOf, pictures } = Workings;
  const TEMPERATURES = ["0.2", "0.5", "1", "2", "3"];
  const GUESSES = 3; // likeliest words at the end of the flow diagram
  const STEPS_PER_WORD = 12; // points of a drawn curve between two positions

  /** The pictures of the word at a place of a run, from 1; `hrefOf` makes the way to an id. */
  class Illustrations {
    constructor({ run, here, temperature, read }, hrefOf) {
      Object.assign(this, { run, here, temperature, read, hrefOf, word: run.words[here - 1] });
    }

    number(figure) {
      return { text: figure.text, value: figure.size, name: figure.from(this.run.scope) };
    }

    percent(share) {
      return { text: share.percent, value: share.size, name: share.percentFrom(this.run.scope) };
    }

    row(name, at = this.here) {
      return this.run.row(name, at).map((figure) => this.number(figure));
    }

    shares(name, at = this.here) {
      return this.run.row(name, at).map((figure) => this.percent(figure));
    }

    waves() {
      const { run, word, here } = this;
      const signal = this.row("wave");
      const across = Array.from({ length: STEPS_PER_WORD * run.program.context + 1 }, (_, i) => i / STEPS_PER_WORD);
      const pairs = signal.flatMap((_, slot) => {
        if (slot % 2) return [];
        const divisor = this.number(run.figure(`divisor[${slot + 1}]`));
        const [sine, cosine] = [Math.sin, Math.cos].map((wave, i) => ({
          slot: slot + 1 + i,
          curve: across.map((x) => [x, wave(x / divisor.value)]),
          here: signal[slot + i],
        }));
        return [{ divisor, sine, cosine }];
      });
      return pictures.waves({ word, position: here, pairs });
    }

    pattern(part) {
      const { run, here, read } = this;
      const { along, causal } = run.arrays.get(`${part}share`);
      const [words, followed] = along === "read" ? [run.source, read] : [run.words, here];
      const shares = words.map((_, i) => this.shares(`${part}share`, i + 1));
      return pictures.pattern({ words, shares, followed, heard: causal ? [] : run.source });
    }

    listening() {
      const words = this.run.words.slice(0, this.here);
      return pictures.listening({ words, shares: this.shares("share"), followed: this.here });
    }

    temperatures() {
      const { run, here } = this;
      const order = run.ranked("guess.share", here);
      const heats = [...new Set([...TEMPERATURES, this.temperature ?? TEMPERATURES[0]])].sort((a, b) => a - b);
      heats.forEach((one) => run.at(one));
      const table = heats.map((one) => this.shares(`guess_at_${one}.share`));
      return pictures.temperatures({
        words: order.map((i) => run.program.vocabulary[i]),
        temperatures: heats.map((one) => this.number(run.figure(`${run.program.model}:temperature_${one}`))),
        chances: order.map((i) => table.map((row) => row[i])),
        best: 0,
      });
    }

    stream() {
      const stages = [
        ["the word", "embedded"],
        ["with its position", "x", "added", "position signal"],
        ["after attention", "after_attention", "tapped", "attention"],
        ["after feed-forward", "after_feed_forward", "tapped", "feed-forward"],
        ["evened out", "norm3.out", "through", "layer norm"],
      ].map(([name, array, entry, by]) => ({ name, numbers: this.row(array), entry, by }));
      return pictures.stream({ word: this.word, position: this.here, stages });
    }

    flow() {
      const { run, word, here } = this;
      const order = run.ranked("guess.share", here).slice(0, GUESSES);
      const { vocabulary } = run.program;
      const chances = this.shares("guess.share");
      const to = (name) => this.hrefOf?.(idOf(name));
      const box = (name, at) => ({ name, href: to(at) });
      const row = (name, at) => box(name, `${at}[${here}]-row`);
      const first = (name, at) => box(name, `${at}[${here},1]`);
      const shape = (at) => `${run.words.length} × ${run.row(at, here).length}`;
      const strip = (name, at) => ({ ...row(name, at), numbers: this.row(at), shape: shape(at) });
      const sizes = (name, at) => run.row(name, at).map((figure) => figure.size);
      // a model with one block, or one head, gives it no number
      const numbered = (what, last, part = "") => {
        if (run.arrays.has(`${part}${last}`)) return [[`the ${what}`, part]];
        const found = [];
        for (let n = 1; run.arrays.has(`${part}${what}${n}.${last}`); n++) found.push([`${what} ${n}`, `${part}${what}${n}.`]);
        return found;
      };
      const blocks = numbered("block", "stretched").map(([name, part]) => {
        const heads = numbered("head", "share", part).map(([called, head]) => ({
          ...first(called, `${head}blend`),
          shares: run.words.slice(0, here).map((_, i) => sizes(`${head}share`, i + 1)),
        }));
        const kept = sizes(`${part}kept`, here);
        const bent = run.arrays.get(`${part}kept`).operation === "relu" ? "ReLU" : "GELU";
        return {
          name,
          attention: {
            name: "attention", norm: row("layer norm", `${part}norm1.out`), heads,
            output: first(heads.length > 1 ? "joined × W_O" : "× W_O", `${part}output`),
          },
          after_attention: strip("after attention", `${part}after_attention`),
          feed_forward: {
            name: "feed-forward", norm: row("layer norm", `${part}norm2.out`),
            stretch: first("stretch", `${part}stretched`), bend: first(bent, `${part}kept`),
            press: first("press", `${part}pressed`), shape: shape(`${part}stretched`),
            bent: sizes(`${part}stretched`, here).map((given, i) => [given, kept[i]]),
          },
          after_feed_forward: strip("after feed-forward", `${part}after_feed_forward`),
        };
      });
      const guess = vocabulary[order[0]];
      return pictures.flow({
        words: run.words.slice(0, here),
        embedding: box("embedding", `embedding[${word}]-row`),
        position: run.arrays.has("wave") ? first("position", "wave") : row("position", "position_embedding"),
        start: strip("word and position", "x"),
        blocks,
        norm: row("layer norm", "norm3.out"),
        evened: strip("evened out", "norm3.out"),
        unembedding: box("unembedding", `logit[${here},${guess}]`),
        likeliest: {
          words: order.map((i) => vocabulary[i]), chances: order.map((i) => chances[i]),
          shape: shape("logit"), href: to(`guess.share[${here},${guess}]`),
        },
      });
    }
  }

  /** Draw a picture by its kind, of a view {run, here}; a view's own temperature is shown too.
   * `part` names the head that it is about, such as "block2.head1."; `hrefOf` makes the way to an
   * id on the page, without it nothing is a link. */
  const draw = (kind, view, part = "", hrefOf) => new Illustrations(view, hrefOf)[kind](part);

  Workings.draw = draw;
})();
