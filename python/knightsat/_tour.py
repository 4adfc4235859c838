"""Tours as lists that can draw themselves."""

from importlib import import_module
from typing import Any, Hashable, List, Optional, TypeVar

from . import _knightsat

Node = TypeVar("Node", bound=Hashable)


class Tour(List[Node]):
    """The squares or nodes of a verified tour in order; a notebook shows its picture.

    >>> tour = knightsat.solve("3x4")
    >>> tour == list(tour), tour.svg()[:4]
    (True, '<svg')
    """

    closed: bool
    """True if a move leads from the last square to the first."""

    def __init__(self, nodes: List[Node], board: Optional[str], closed: bool) -> None:
        """board is the description of a board in JSON, or None for a graph."""
        super().__init__(nodes)
        self._board = board
        self.closed = closed

    def svg(self) -> str:
        """Returns a drawing of the tour; for a graph, of its moves alone. Raises NotATour after a change of the list."""
        return _knightsat.draw(self, self._board, self.closed)

    def _repr_svg_(self) -> str:
        return self.svg()

    def to_networkx(self) -> Any:
        """Returns the path or cycle as a graph of networkx, with the nodes in order."""
        networkx = import_module("networkx")
        graph = networkx.Graph()
        (networkx.add_cycle if self.closed else networkx.add_path)(graph, self)
        return graph
