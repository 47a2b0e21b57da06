// The data that the build writes for the scripts, each kind described once.
//
// programs/*.js    build/bookbuild/program.py       a model as operations in order
// ledger/**.js     build/bookbuild/ledgerscript.py  the figures of a scope, with their lines
// data/search.js   build/bookbuild/searchindex.py   the chapters' sections
// data/places.js   build/bookbuild/searchindex.py   on which page a figure's line is
// data/codes.js    build/bookbuild/codes.py         what a code from paper leads to

import type { Block } from "./chapters/block.js";

/** How an exact result is rounded: to places after the point, or to significant digits. */
export interface Rule {
  places?: number;
  /** Keep the first digit of what would otherwise be rounded to nothing. */
  first_digit?: boolean;
  digits?: number;
}

/** Whole numbers that a lookup takes: tokens of the words read on, of those translated, or places. */
export interface Numbers {
  numbers: "ids" | "source_ids" | "places";
}

/** An operation without a name, where an operand is; or the body of a step. */
export interface Operation {
  operation: string;
  of: Operand[];
  rule?: Rule;
  causal?: boolean;
}

/** The name of an array, a whole number, tokens or places, or an operation without a name. */
export type Operand = string | number | Numbers | Operation;

/** Whose rows an array has: of the sentence translated, or of the longer sentence. */
export type Along = "read" | "place";

/** One array of a run: its name, what its axes count, and the operation that makes it. */
export interface Step extends Operation {
  name: string;
  axes: string[];
  along?: Along;
}

/** An array of a model's own numbers: a row is one text, its digits parted by blanks. */
export interface Given {
  name: string;
  axes: string[];
  values: string | string[];
}

/** A model as a program that works any sentence. */
export interface Program {
  model: string;
  context: number;
  vocabulary: string[];
  slugs: string[];
  given: Given[];
  steps: Step[];
  /** Marks at which writing begins and ends, where the model writes answers or translations. */
  begin?: string;
  end?: string;
  /** Where the model translates: the words of the sentences that it reads. */
  source_vocabulary?: string[];
  source_slugs?: string[];
  /** Counts for each position, the same in every sentence. */
  by_position?: Record<string, string[]>;
  /** Counts for each length of the sentence read and of that written. */
  by_lengths?: Record<string, string[][]>;
  /** Sentences that readers may try. */
  examples?: string[];
}

/** A given figure: name, digits, place of its origin in `origins`. */
export type GivenRow = [name: string, text: string, origin: number];

/** A worked figure: name, digits, its rule's place, its line's place, its operands, its full value. */
export type WorkedRow = [
  name: string,
  text: string,
  rule: number,
  line: number,
  operands: string,
  full?: number,
];

/** The figures of one scope. */
export interface Ledger {
  origins: string[];
  rules: string[];
  /** Lines with a seat for each operand: `@`, `#` and `^{…}`. */
  lines: string[];
  /** Operands that are not of this scope: reference and digits. */
  others: [reference: string, text: string][];
  figures: (GivenRow | WorkedRow)[];
}

/** What the search knows: pages, and their sections. */
export interface SearchIndex {
  pages: [href: string, title: string][];
  sections: [page: number, id: string, heading: string, text: string][];
}

/** An array that a page shows: its name, and for each axis the number of that axis in `axes`. */
export type Family = [array: string, ...axes: number[]];

/** On which page each figure is. */
export interface Places {
  axes: string[][];
  /** The run of each page that has one. */
  runs: Record<string, string>;
  pages: [
    href: string,
    title: string,
    kind: "lines" | "cells",
    scope: string,
    ...families: Family[],
  ][];
}

/** What each code from paper leads to. */
export interface Codes {
  pages: [href: string, title: string][];
  codes: Record<string, [page: number, id: string, name: string][]>;
}

/** The one global name: the data scripts call its functions with what they hold. */
export interface Published {
  /** The front of the site. */
  root: URL;
  programs: Record<string, Program>;
  ledgers: Map<string, Ledger>;
  data: { index?: SearchIndex; places?: Places; codes?: Codes };
  /** Fills a block of a page for own words: for whoever tries it in the browser's console. */
  Block?: typeof Block;
  program(program: Program): void;
  ledger(scope: string, ledger: Ledger): void;
  index(index: SearchIndex): void;
  places(places: Places): void;
  codes(codes: Codes): void;
}

/** What one search of lunr found. */
interface Found {
  ref: string;
  matchData: { metadata: Record<string, Record<string, { position?: [number, number][] }>> };
}

/** What is used of lunr (vendor/lunr.min.js). */
interface Query {
  term(word: string, options: object): void;
}

interface Builder {
  ref(name: string): void;
  field(name: string, options?: { boost: number }): void;
  metadataWhitelist: string[];
  add(section: object): void;
}

export interface LunrIndex {
  query(ask: (query: Query) => void): Found[];
}

interface Lunr {
  (build: (this: Builder) => void): LunrIndex;
  Query: { wildcard: { TRAILING: number } };
}

declare global {
  interface Window {
    Workings: Published;
    lunr: Lunr;
  }
}
