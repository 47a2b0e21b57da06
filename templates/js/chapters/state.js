// What a reader chose, kept in the end of the page's address: words, the place followed (and that
// after which a translation goes on), a temperature. A page can be shared, and the back button
// works. Everything in it is text.
"use strict";
(() => {
  const KEYS = ["words", "at", "after", "t", "to", "figure"]; // in this order; `to` and `figure` are places

  /** What the address says: a text for each key, where there is one. */
  function read() {
    const said = new URLSearchParams(location.hash.slice(1));
    return Object.fromEntries(KEYS.filter((key) => said.has(key)).map((key) => [key, said.get(key)]));
  }

  /** The end of an address that says all this; empty parts are left out. */
  function hashOf(state) {
    const kept = KEYS.filter((key) => (state[key] ?? "") !== "").map((key) => [key, state[key]]);
    return `#${Workings.readable(new URLSearchParams(kept))}`;
  }

  /** Makes ends of addresses that lead to a place, by its id, of what an end asks for. */
  function leading(hash) {
    const stem = hash === "#" ? hash : `${hash}&`;
    return (id) => `${stem}to=${encodeURIComponent(id)}`;
  }

  /** Words as they were typed, or as an address has them. */
  const wordsOf = (text) => text.split(/\s+/).filter((word) => word);

  /** How many letters must be put in, left out or changed to make one word the other. */
  function distance(a, b) {
    let row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
      }
      row = next;
    }
    return row[b.length];
  }

  const LONGEST = 40; // of a word that is told again to whoever typed it

  /** Why some words can't be read, with the nearest that can; nothing if they can. */
  function fault(words, vocabulary, most) {
    const unknown = words.find((word) => !vocabulary.includes(word));
    if (unknown !== undefined) {
      const short = unknown.slice(0, LONGEST);
      const near = [...vocabulary]
        .sort((a, b) => distance(short, a) - distance(short, b))
        .slice(0, 3)
        .map((word) => `“${word}”`);
      const said = short === unknown ? short : `${short}…`;
      return `The model doesn’t know the word “${said}”. The nearest that it knows are ${near.join(", ")}.`;
    }
    return words.length > most ? `The model reads at most ${most} words.` : "";
  }

  Workings.state = { read, hashOf, leading, wordsOf, fault };
})();
