"""Signatures that name every keyword, and near names for a typo. Importing this module replaces the functions."""

import functools
import inspect
from typing import Any, Callable, Dict, List, TypeVar, cast

from . import _knightsat

SIGNATURES: Dict[str, inspect.Signature] = {}
"""The functions with their signatures."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


def named(function: _Function) -> _Function:
    """Returns the function with the keywords of its table in its signature and in its documentation."""
    own = inspect.signature(function)
    parameters: List[inspect.Parameter] = []
    lines = ""
    for parameter in own.parameters.values():
        if parameter.kind is not parameter.VAR_KEYWORD:
            parameters.append(parameter)
            continue
        for name, default, text in _knightsat.KEYWORDS[parameter.name]:
            if name not in own.parameters:
                parameters.append(inspect.Parameter(name, parameter.KEYWORD_ONLY, default=default))
                lines += f"\n    {name}: {text}"
    signature = own.replace(parameters=parameters)
    SIGNATURES[function.__name__] = signature

    @functools.wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        for name in keywords:
            if name not in signature.parameters:
                from difflib import get_close_matches

                near = get_close_matches(name, signature.parameters, 1, 0.7)
                others = ", ".join(sorted(other for other, of in SIGNATURES.items() if name in of.parameters))
                hint = f": did you mean '{near[0]}'?" if near else f": it belongs to {others}" if others else ""
                raise TypeError(f"unexpected keyword argument '{name}'{hint}")
        return function(*arguments, **keywords)

    if lines:
        call.__doc__ = f"{function.__doc__}\n\nKeywords:\n{lines}\n"
    setattr(call, "__signature__", signature)
    return cast(_Function, call)


for _name, _function in list(vars(_knightsat).items()):
    if inspect.isbuiltin(_function):
        setattr(_knightsat, _name, named(_function))
