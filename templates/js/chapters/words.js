// Words that a reader typed: which they are, and which a model can't read.

/**
 * Return words as they were typed, or as an address has them.
 * @param {string} text
 */
export const wordsOf = (text) => text.split(/\s+/).filter((word) => word);

/**
 * Count how many letters must be added, left out or changed to make one word the other.
 * @param {string} a
 * @param {string} b
 */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, changed));
    }
    row = next;
  }
  return row[b.length];
}

const LONGEST = 40; // of a word that is repeated to whoever typed it

/**
 * Say why some words can't be read, with the nearest that can; nothing if they can.
 * @param {string[]} words
 * @param {string[]} vocabulary
 * @param {number} most how many words the model reads
 */
export function fault(words, vocabulary, most) {
  const unknown = words.find((word) => !vocabulary.includes(word));
  if (unknown !== undefined) {
    const short = unknown.slice(0, LONGEST);
    const near = [...vocabulary]
      .sort((a, b) => distance(short, a) - distance(short, b))
      .slice(0, 3)
      .map((word) => `“${word}”`);
    const shown = short === unknown ? short : `${short}…`;
    return `The model doesn’t know the word “${shown}”. The nearest that it knows are ${near.join(", ")}.`;
  }
  return words.length > most ? `The model reads at most ${most} words.` : "";
}
