"""Plugin of mypy: `@record` makes an attrs class, as `@frozen` does, and `with_` takes its fields.

So mypy knows what `attrs.fields`, `attrs.evolve` and `Record.with_` may name of a record, and of
which types. Source: the documentation of attrs, "Extending".
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.expandtype import expand_type_by_instance
from mypy.nodes import ARG_NAMED_OPT
from mypy.plugin import MethodSigContext, Plugin
from mypy.plugins.attrs import attr_frozen_makers
from mypy.types import CallableType, FunctionLike, Instance, get_proper_type

RECORDS = "owm_net.engine.records"
attr_frozen_makers.add(f"{RECORDS}.record")


def of_fields(ctx: MethodSigContext) -> FunctionLike:
    """The signature of `with_` of a record: each of its fields, by name, or none."""
    record = get_proper_type(ctx.type)
    if not isinstance(record, Instance) or not record.type.has_base(f"{RECORDS}.Record"):
        return ctx.default_signature
    made = record.type.get_method("__init__")
    init = None if made is None else get_proper_type(made.type)
    if "attrs" not in record.type.metadata or not isinstance(init, CallableType):
        return ctx.default_signature
    fields = expand_type_by_instance(init, record)
    return ctx.default_signature.copy_modified(
        arg_types=fields.arg_types[1:],
        arg_names=fields.arg_names[1:],
        arg_kinds=[ARG_NAMED_OPT] * (len(fields.arg_types) - 1),
    )


class Records(Plugin):
    """Knows `with_`."""

    def get_method_signature_hook(
        self, fullname: str
    ) -> Callable[[MethodSigContext], FunctionLike] | None:
        """Hook into every `with_`; others than those of records stay as they are."""
        return of_fields if fullname.endswith(".with_") else None


def plugin(version: str) -> type[Plugin]:
    """Return what mypy asks for."""
    return Records
