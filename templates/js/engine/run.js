// A program carried out on words: every figure by its name, with the operation that made it.
//
// A word never listens to a later one, so a run can go on: a further word adds a row to each array.
// Those of a sentence that is translated hear each other: it is given whole, and stays as it is.
"use strict";
(() => {
  const { compare, percent, printed, read, write } = Workings.decimal;
  const ANY = "*"; // in a program's names: the temperature
  const COUNTED = "count_zeros"; // a figure about others, which no line made
  const AXES = { word: "vocabulary", source_word: "source_vocabulary" }; // whose places are words

  /** One number of a run: its decimal, its name, and its place in the array that made it. */
  class Figure {
    #name;
    #text;
    #percent;

    constructor(run, array, row, column) {
      this.run = run;
      this.array = array;
      this.row = row;
      this.column = column;
      this.value = array.row(row)[column];
    }

    /** The run or the model that it belongs to. */
    get scope() {
      return this.array.scope ?? this.run.scope;
    }

    /** Its name in its scope, such as `query[5,1]`. */
    get name() {
      this.#name ??= this.#named();
      return this.#name;
    }

    #named() {
      const { name, axes, flat } = this.array;
      if (!axes.length) return name;
      const places = axes.length > 1 ? [this.row, this.column] : [flat ? this.column : this.row];
      return `${name}[${places.map((at, i) => this.run.wordsAlong(axes[i])?.[at] ?? at + 1)}]`;
    }

    /** Its name as seen from a scope. */
    from(scope) {
      return this.scope === scope ? this.name : `${this.scope}:${this.name}`;
    }

    /** The printed form. */
    get text() {
      this.#text ??= printed(this.value);
      return this.#text;
    }

    /** A share in percent. */
    get percent() {
      this.#percent ??= percent(this.value);
      return this.#percent;
    }

    /** What is told in percent is named as seen from a scope; what is too small has no digits of its own. */
    percentFrom(scope) {
      return this.percent.startsWith("<") ? undefined : this.from(scope);
    }

    /** About how much it is, as a picture shows it. */
    get size() {
      return Number(`${this.value.c}e${this.value.e}`);
    }

    /** Whether a line made it; else it is given, or counted. */
    get worked() {
      return (this.array.operation ?? COUNTED) !== COUNTED;
    }
  }

  const placeOfLargest = (values) =>
    values.reduce((top, one, i) => (compare(one, values[top]) > 0 ? i : top), 0);

  /** A figure that stands in an array unchanged is that of the array it comes from. */
  const PASSED_ON = {
    lookup: ([table, numbers], row, column, run) => [table, run.number(numbers, row), column],
    columns: ([x, first], row, column) => [x, row, first + column],
    mask_later: ([score], row, column) => [score, row, column],
    join: ([part, ...others], row, column) => {
      const left = column - part.row(row).length;
      return left < 0 ? [part, row, column] : PASSED_ON.join(others, row, left);
    },
    largest: ([x], row) => [x, row, placeOfLargest(x.row(row))],
  };

  /** Figures in rows. A row is worked when it is first asked for: of most words, nobody asks for a guess. */
  class Rows {
    /** @param {any} of its name and axes, and how it is made */
    constructor(of, rows, work) {
      Object.assign(this, of, { rows, work });
    }

    row(at) {
      if (this.rows[at] === null) this.rows[at] = this.work(at);
      return this.rows[at];
    }
  }

  /** A single number as such an array. */
  const single = (name, number) => new Rows({ name, axes: [], flat: true }, [[number]]);

  /** An array of a model's own numbers; a single row may stand by itself. */
  const given = ({ model: scope }, { name, axes, values }) =>
    new Rows({ name, scope, axes, flat: !Array.isArray(values) }, [values].flat().map((row) => row.split(" ").map(read)));

  /** What a program is given, read once: all its runs have the same. */
  const givenOf = (program) => {
    program.read ??= program.given.map((one) => given(program, one));
    return program.read;
  };

  /** A model on some words. Throws a RangeError for words that it can't read. */
  class Run {
    arrays = new Map(); // by name, as seen from this run
    #ranks = new Map(); // by array and position; what was read before doesn't change when it reads on

    constructor(program, words, temperatures = [], source = []) {
      this.program = program;
      this.words = [];
      this.ids = [];
      this.source = source;
      this.sourceIds = this.#tokens(source, "source_word");
      this.scope = "";
      for (const array of givenOf(program)) this.#give(array);
      this.#add(program.steps.filter((step) => !step.name.includes(ANY)));
      for (const name in program.by_position) {
        const rows = program.by_position[name].map((text) => [read(text)]);
        this.arrays.set(name, new Rows({ name, axes: ["number"] }, rows));
      }
      this.extend(words);
      temperatures.forEach((temperature) => this.at(temperature));
    }

    /** Read on: work the figures of further words. */
    extend(words) {
      const ids = this.#tokens([...this.words, ...words], "word");
      this.words = [...this.words, ...words];
      this.ids = ids;
      // The run's name among all: its model, and its words as an address has them.
      const { model, slugs, source_slugs: sourceSlugs, by_lengths: counted } = this.program;
      const named = sourceSlugs ? this.sourceIds.map((id) => sourceSlugs[id]) : ids.map((id) => slugs[id]);
      this.scope = `${model}/${named.filter((slug) => slug).join("-")}`;
      for (const name in counted) {
        const count = counted[name][this.source.length - 1][this.words.length - 1];
        this.arrays.set(name, single(name, read(count)));
      }
      for (const array of this.arrays.values()) this.#fill(array);
    }

    /** Work the chances at a temperature too, written as it is printed: "0.7". */
    at(temperature) {
      const name = `temperature_${temperature}`;
      if (this.arrays.has(`${this.program.model}:${name}`)) return;
      this.#give(given(this.program, { name, axes: [], values: temperature }));
      const put = (part) => (typeof part === "string" ? part.replace(ANY, temperature) : part);
      const open = this.program.steps.filter((step) => step.name.includes(ANY));
      const steps = open.map((step) => ({ ...step, name: put(step.name), of: step.of.map(put) }));
      for (const array of this.#add(steps)) this.#fill(array);
    }

    /** Note a whole number that was counted about this run. */
    count(name, number) {
      this.arrays.set(name, single(name, { c: BigInt(number), e: 0 }));
    }

    /** The token, or the place, of a row. */
    number({ numbers }, row) {
      if (numbers === "places") return row;
      return (numbers === "ids" ? this.ids : this.sourceIds)[row];
    }

    /** The words that an axis has as its places; none if it counts them. */
    wordsAlong(axis) {
      return this.program[AXES[axis]];
    }

    /** A figure by its name: `query[5,1]`, or `signal:w_query[1,2]`. */
    figure(name) {
      const [, key, places] = /^(.*?)(?:\[(.*)\])?$/s.exec(name);
      return this.figureAt(key, places?.split(",") ?? []);
    }

    /** The figure of an array at places: words, or numbers from 1. */
    figureAt(key, places) {
      const array = this.arrays.get(key);
      const at = places.map((place, i) => this.wordsAlong(array?.axes[i])?.indexOf(place) ?? Number(place) - 1);
      const [row, column] = at.length > 1 ? at : array?.flat ? [0, at[0] ?? 0] : [at[0] ?? 0, 0];
      if (at.length !== array?.axes.length || !array.row(row)?.[column]) {
        throw new RangeError(`there is no figure “${places.length ? key + "[" + places + "]" : key}”`);
      }
      return this.find(array, row, column);
    }

    /** The figures of an array in the row of the word at a position, from 1. */
    row(name, position) {
      const array = this.arrays.get(name);
      return array.row(position - 1).map((_, column) => this.find(array, position - 1, column));
    }

    /** The figure that stands at a place of an array. */
    find(array, row, column) {
      const figures = ((array.figures ??= [])[row] ??= []);
      const source = PASSED_ON[array.operation];
      return (figures[column] ??= source
        ? this.find(...source(array.of, row, column, this))
        : new Figure(this, array, row, column));
    }

    /** The columns of an array in the row of the word at a position, from 1, the largest figure first. */
    ranked(name, position) {
      const key = `${name}[${position}]`;
      if (!this.#ranks.has(key)) {
        const row = this.arrays.get(name).row(position - 1);
        this.#ranks.set(key, [...row.keys()].sort((a, b) => compare(row[b], row[a]) || a - b));
      }
      return this.#ranks.get(key);
    }

    /** The likeliest next word after the word at a position, from 1. */
    answer(position) {
      return this.program.vocabulary[this.ranked("guess.share", position)[0]];
    }

    #give(array) {
      this.arrays.set(`${array.scope}:${array.name}`, array);
    }

    #add(steps) {
      return steps.map((step) => {
        const array = this.#build(step);
        this.arrays.set(step.name, array);
        return array;
      });
    }

    /** The tokens of some words. Throws a RangeError for words that the model can't read. */
    #tokens(words, axis) {
      const { context } = this.program;
      const ids = words.map((word) => this.wordsAlong(axis).indexOf(word));
      const unknown = words[ids.indexOf(-1)];
      if (unknown !== undefined) throw new RangeError(`“${unknown}” is no word of this model`);
      if (ids.length > context) throw new RangeError(`this model reads at most ${context} words`);
      return ids;
    }

    /** Make an array of a step. An operand without a name is made too; a mask gives it its own. */
    #build(step) {
      const passed = step.operation === "mask_later" ? { ...step, of: [] } : { along: step.along };
      const of = step.of.map((operand) => {
        if (operand.operation) return this.#build({ ...passed, ...operand, nested: true });
        return typeof operand === "string" ? this.arrays.get(operand) : operand;
      });
      const work = Workings.operations[step.operation];
      if (!work || of.includes(undefined)) throw new Error(`${step.name} can't be worked`);
      const array = new Rows({ ...step, of, flat: of.every((operand) => operand.flat) }, [], (row) =>
        work(array, row, this).map((one) => write(one, array.rule)));
      return array;
    }

    /** How many rows an array has by now. */
    #length({ flat, along }) {
      if (flat) return 1;
      const [read, own] = [this.source.length, this.words.length];
      return along === "read" ? read : along === "place" ? Math.max(read, own) : own;
    }

    /** Make room for the rows that an array doesn't have yet. */
    #fill(array) {
      if (!array.operation) return;
      for (const operand of array.of) if (operand.nested) this.#fill(operand);
      while (array.rows.length < this.#length(array)) array.rows.push(null);
    }
  }

  /** Go on greedily: the likeliest word is written and read on, until the end. */
  function goOn(run) {
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

  /** Answer a question: the run over all words, and the passes that wrote the answer. */
  const answer = (program, question) => goOn(new Run(program, [program.begin, ...question]));

  /** Translate a sentence: the run over both, and the passes. Throws a RangeError for no words. */
  function translate(program, source) {
    if (!source.length) throw new RangeError("the sentence is empty");
    return goOn(new Run(program, [program.begin], [], source));
  }

  /** The programs, by their models' names; each script of a program adds its own. */
  const programs = {};
  Object.assign(Workings, {
    Run, answer, translate, programs,
    program(one) {
      programs[one.model] = one;
    },
  });
})();
