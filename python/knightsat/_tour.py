"""Tours as lists that draw and describe themselves."""

from importlib import import_module
from typing import Any, Dict, Hashable, List, Mapping, Optional, TypeVar

from . import _knightsat

Node = TypeVar("Node", bound=Hashable)


class Tour(List[Node]):
    """The squares or nodes of a verified tour in order; a notebook shows its picture.

    >>> tour = knightsat.solve("3x4")
    >>> tour == list(tour), tour.svg()[:4]
    (True, '<svg')
    >>> tour.statistics()["turns"], tour.symmetries()
    (10, [])
    """

    closed: bool
    """True if a move leads from the last square to the first."""

    def __init__(self, nodes: List[Node], place: "_knightsat.Place", closed: bool) -> None:
        super().__init__(nodes)
        self._place = place
        self.closed = closed

    def svg(self, pos: Optional[Mapping[Node, Any]] = None) -> str:
        """Returns a drawing of the tour. Raises NotATour after a change of the list that makes it none.

        A graph is drawn with the points of `pos`, a dict from nodes as layouts of networkx return it. Without it
        the points are the attributes `pos` of the nodes, or on a circle.
        """
        return self._place.svg(self, self.closed, None if pos is None else dict(pos))

    def _repr_svg_(self) -> str:
        return self.svg()

    def statistics(self) -> Dict[str, int]:
        """Returns the angles, crossings and slopes of the tour by their names; nothing for a graph."""
        return self._place.statistics(self, self.closed)

    def symmetries(self) -> List[str]:
        """Returns the turns and reflections of the board that take the tour to itself, or to its reverse."""
        return self._place.symmetries(self, self.closed)

    def to_networkx(self) -> Any:
        """Returns the path or cycle as a graph of networkx, with the nodes in order."""
        networkx = import_module("networkx")
        graph = networkx.Graph()
        (networkx.add_cycle if self.closed else networkx.add_path)(graph, self)
        return graph
