"""What a chapter's template may call: figures, lines, tables and pictures of one followed word.

A `Desk` is made for one page: a run, the position followed in it (from 1, as everywhere that
people count), and how the page links. Names and places are given as in an address: the figure
`query[5,1]` is `fig("query", here, 1)`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any

from markupsafe import Markup

from bookbuild.chapters.figure_desk import TableRow, block
from bookbuild.chapters.kit import Kit
from bookbuild.chapters.offered import offered, offered_as
from bookbuild.markup.roles import ANY, EACH, Name, Place, Word, in_roles, role_of, word_slot
from bookbuild.markup.slots import Slot
from engine.errors import UnknownName, WorkingsError
from engine.runs.run import Run
from subjects.models.library import Followed
from subjects.models.model_desk import ModelDesk
from subjects.signal.pictures import REDRAWN, Illustrations


class Desk(ModelDesk[Run]):
    """The names that a chapter's template may use on one page."""

    def __init__(
        self,
        followed: Followed,
        here: int,
        kit: Kit,
        others: Mapping[tuple[str, ...], Followed],
        word_href: Callable[[int], str] | None = None,
        *,
        roles: bool = False,
    ) -> None:
        super().__init__(followed.run, here, kit, roles=roles)
        self.followed = followed
        self._others = others
        self._word_href = word_href
        self._pictures = Illustrations(self.run, here, kit.presenter)

    # Names with the roles that they have on this page

    @property
    @offered_as("here")
    def _here(self) -> int:
        """The position followed."""
        return self._place(self.here, "here")

    @property
    @offered_as("word")
    def _followed_word(self) -> str:
        """The word followed."""
        return self._word(self.run.words[self.here - 1], "word")

    @property
    @offered
    def words(self) -> tuple[str, ...]:
        """The words of the sentence."""
        return self.run.words

    @property
    @offered_as("answer")
    def _answer(self) -> str:
        """The likeliest next word."""
        return self._word(self.answer, "answer")

    @property
    @offered
    def heard(self) -> list[object]:
        """The positions that the word followed listens to."""
        return self._over(range(1, self.here + 1), "heard")

    @property
    @offered
    def slots(self) -> list[object]:
        """The slots of a row."""
        return self._over(range(1, self.run.model.variant.width + 1), "slots")

    @property
    @offered
    def vocabulary(self) -> list[object]:
        """The words that the model knows."""
        return self._over(self.run.model.vocabulary, "vocabulary")

    @offered
    def place_of(self, word: str) -> int:
        """Return a word's place in the vocabulary, from 1."""
        place = self.run.model.vocabulary.index(word) + 1
        return self._place(place, f"place_of {role_of(word)}") if role_of(word) else place

    @offered
    def temperature(self, temperature: str) -> str:
        """Return the name of a temperature's figure. A reader may choose another on the page."""
        return self._at(f"temperature_{temperature}", f"temperature_{ANY}")

    @offered
    def at_temperature(self, temperature: str, name: str = "") -> str:
        """Return the name of an array of the chances at a temperature; readers may change it."""
        return self._at(f"guess_at_{temperature}.{name}", f"guess_at_{ANY}.{name}")

    def _at(self, name: str, role: str) -> str:
        return Name(name, role) if self._roles else name

    @offered
    def other(self, sentence: str, here: int | None = None) -> "Desk":
        """Return the desk of another sentence that the book follows, at its own word or `here`."""
        words = tuple(sentence.split())
        if words not in self._others:
            known = [" ".join(words) for words in self._others]
            raise UnknownName(sentence, known, what="followed sentence")
        other = self._others[words]
        return Desk(other, here or other.own, self.kit, self._others)

    @property
    def answer(self) -> str:
        """The likeliest next word."""
        return self.run.answer(self.here)

    @offered
    def named(self, position: int) -> Slot:
        """Show the word at a position in quotation marks, with the position as a subscript."""
        return word_slot(f"“{self.run.words[position - 1]}”", position)

    @offered
    def sentence(self) -> Slot:
        """Show the sentence with its guess; each word leads to its own page, where it has one.

        Of a question, only what this pass has read is shown.
        """
        asked = self.followed.answer is not None
        words = self.run.words[: self.here] if asked else self.run.words
        href = self._word_href if not asked else None
        links = [href(position) for position in range(1, len(words) + 1)] if href else None
        guess = self.answer if self.here == len(words) else None
        return block(self._parts.sentence(words, self.here, guess, links), " ".join(words))

    @offered
    def opening(self, caption: str) -> Slot:
        """Show the sentence with its arcs and its guess; words lead to their pages, if they can."""
        places = range(1, self.here + 1)
        hrefs = [self._word_href(place) for place in places] if self._word_href else []
        drawn = Markup(self._pictures.opening(hrefs))
        return block(self._parts.picture(drawn, caption), caption)

    @offered
    def written(self) -> str:
        """Return the words of a question's answer."""
        words = self.followed.answer.words if self.followed.answer else ()
        return self._word(" ".join(words), "written")

    @offered
    def passes(self) -> Slot:
        """Show the passes that wrote an answer: what each read and wrote, and with which chance."""
        if self.followed.answer is None:
            raise WorkingsError("there are no passes: this is a sentence, not a question")
        rows: list[TableRow] = []
        for number, each in enumerate(self.followed.answer.passes, start=1):
            read = " ".join(self.run.words[: each.here])
            cells: list[Any] = [f"pass {number}", read, each.word]
            of = ""
            if self._roles and not rows:  # the first row stands for all when refilled
                here, word = Place(each.here, EACH), Word(each.word, f"answer {EACH}")
                cells[1:] = [Markup(one.as_slot().html) for one in (Word(read, "reads"), word)]
                of = in_roles("guess.share", (here, word))
            chance = self.presenter.percent(each.chance, of)
            rows.append(TableRow(cells, chance, each.here == self.here))
        columns = ["", "it reads", "it writes", "chance"]
        over, top = ("asked", "here") if self._roles else ("", "")
        return block(self._parts.worked_table(columns, rows, "compared", over=over, top=top))

    @offered
    def scores(self, caption: str) -> Slot:
        """Show the word's scores, each under the word that it is for."""
        heard = self.run.words[: self.here]
        words = [f"{word} {position}" for position, word in enumerate(heard, start=1)]
        here = self._place(self.here, "here")
        row = self.row("score", "score", here, words=words, focus=self.top("share"))
        return self.strip(caption, row)

    @offered
    def tokens(self) -> Slot:
        """Show the vocabulary with its token numbers, the followed word marked."""
        array = self.run.model.arrays["token"]
        items = Markup("").join(
            Markup("<li{}>{} {}</li>").format(
                Markup(' class="focus"') if word == self.run.words[self.here - 1] else "",
                self.presenter.figure(array.figure(token)).html,
                word,
            )
            for token, word in enumerate(self.run.model.vocabulary)
        )
        focus = Markup(' data-focus="word"') if self._roles else ""
        return block(Markup('<ul class="tokens"{}>{}</ul>').format(focus, items))

    @offered
    def worked(
        self,
        columns: Sequence[str],
        names: Sequence[str],
        over: Iterable[object],
        *,
        share: str = "",
        top: object = None,
    ) -> Slot:
        """Show a table with a line in each cell: one row for each place in `over`.

        The first column is the place itself (a word where places are positions); `share` names the
        figure that the last column shows in percent; the row at `top` is marked.
        """
        here = self._place(self.here, "here")

        def head(place: object) -> str:
            return self._head(names[0], place)

        return self._worked_table(columns, names, here, over, head, share=share, top=top)

    def _head(self, name: str, place: object) -> str:
        if isinstance(place, str):
            return escape(place)
        array = self.run.find(name)
        if array.causal:
            return word_slot(self.run.words[int(str(place)) - 1], int(str(place))).html
        return f"slot {place}"

    @offered
    def likeliest(self, name: str, rank: int = 1) -> str:
        """Return the label of the largest figure of this word's row (or the next after it)."""
        array = self.run.find(name)
        ranked = sorted(array.row(self.here - 1), key=lambda figure: -figure.value)
        figure = ranked[rank - 1]
        self.lookups.append((figure.name, figure.text))
        label = figure.array.labels[1][figure.index[1]]
        return self._word(label, f"likeliest {name} {rank}")

    @offered
    def best(self, name: str, count: int) -> list[object]:
        """Return the labels of the largest figures of this word's row, the largest first."""
        ranked = [str(self.likeliest(name, rank)) for rank in range(1, count + 1)]
        return self._over(ranked, f"best {name} {count}")

    @offered
    def top(self, name: str) -> int:
        """Return the position with the largest figure of this word's row."""
        return self._place(int(self.likeliest(name)), f"top {name}")

    @offered
    def picture(self, name: str, caption: str, part: str = "") -> Slot:
        """Show a picture of this word or sentence; `part` names the head that it is about."""
        drawn = Markup(self._pictures.draw(name, part))
        redrawn = (name, part) if self._roles and name in REDRAWN else None
        fixed = self._roles and not redrawn
        return block(self._parts.picture(drawn, caption, told=redrawn, fixed=fixed), caption)
