"""Reads source for what could make two machines disagree; `test_architecture.py` tries it."""

from __future__ import annotations

import ast

FORBIDDEN_IMPORTS = {
    "random": "chance is a request",
    "secrets": "chance is a request",
    "uuid": "chance is a request",
    "time": "the rules know no clock",
    "datetime": "the rules know no clock",
    "os": "the rules know no machine",
    "platform": "the rules know no machine",
    "locale": "the rules know no machine",
    "socket": "the rules know no network",
    "threading": "the order of threads is no rule",
    "asyncio": "nobody here uses asyncio",
}
FORBIDDEN_CALLS = {
    "float": "integers only",
    "hash": "differs from process to process",
    "id": "differs from process to process",
}
OPENING_METHODS = ("open", "read_text", "read_bytes", "write_text", "write_bytes")
MAY_OPEN_FILES = "owm_net/engine/data.py"
EXACT_MATH = {"comb", "factorial", "gcd", "isqrt", "lcm", "perm", "prod"}
SET_METHODS = {"union", "intersection", "difference", "symmetric_difference"}
# Taking the elements one after another; sorted(), len(), min() and `in` do not mind the order.
ITERATING_CALLS = {"list", "tuple", "iter", "enumerate", "zip", "map", "filter", "dict", "reversed"}

Finding = tuple[int, str]


class PureSource(ast.NodeVisitor):
    """Finds what could make two machines disagree. Sets are known by how they are written here."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.found: list[Finding] = []
        self.set_names: list[set[str]] = [set()]  # one for each scope, innermost last
        self.set_attributes: set[str] = set()

    def check(self, source: str) -> list[Finding]:
        tree = ast.parse(source, self.path)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                self.set_attributes |= {
                    field.target.id
                    for field in node.body
                    if isinstance(field, ast.AnnAssign)
                    and isinstance(field.target, ast.Name)
                    and is_set_type(field.annotation)
                }
        self.visit(tree)
        return sorted(self.found)

    def report(self, node: ast.AST, reason: str) -> None:
        self.found.append((getattr(node, "lineno", 0), reason))

    # -- numbers

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, (float, complex)):
            self.report(node, f"float literal {node.value!r}: integers only")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Div):
            self.report(node, "true division `/` makes a float: use // or exact fractions")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.op, ast.Div):
            self.report(node, "true division `/=` makes a float: use //=")
        self.generic_visit(node)

    # -- imports and calls

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.check_import(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level == 0:
            self.check_import(node, node.module or "")
            if node.module == "math":
                for alias in node.names:
                    self.check_math(node, alias.name)

    def check_import(self, node: ast.AST, module: str) -> None:
        if reason := FORBIDDEN_IMPORTS.get(module.split(".")[0]):
            self.report(node, f"import of {module}: {reason}")

    def check_math(self, node: ast.AST, name: str) -> None:
        if name not in EXACT_MATH:
            self.report(node, f"math.{name} is not exact")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name) and node.value.id == "math":
            self.check_math(node, node.attr)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        func = node.func
        if isinstance(func, ast.Name):
            if reason := FORBIDDEN_CALLS.get(func.id):
                self.report(node, f"{func.id}(): {reason}")
            if func.id == "open" and self.path != MAY_OPEN_FILES:
                self.report(node, f"open(): only {MAY_OPEN_FILES} reads files")
            if func.id in ITERATING_CALLS:
                for argument in node.args:
                    self.check_iteration(argument)
        elif isinstance(func, ast.Attribute):
            if func.attr in OPENING_METHODS and self.path != MAY_OPEN_FILES:
                self.report(node, f".{func.attr}(): only {MAY_OPEN_FILES} reads files")
            if func.attr in ("join", "extend", "fromkeys"):
                for argument in node.args:
                    self.check_iteration(argument)
            if func.attr == "pop" and not node.args and self.is_set(func.value):
                self.report(node, "pop() of a set takes any element: the order is not fixed")
        self.generic_visit(node)

    # -- iteration over sets

    def check_iteration(self, node: ast.expr) -> None:
        if self.is_set(node):
            self.report(node, "iterates over a set: the order is not fixed; use sorted() or a list")

    def is_set(self, node: ast.expr) -> bool:
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Call(func=ast.Name(id="set" | "frozenset")):
                return True
            case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in SET_METHODS:
                return self.is_set(value)
            case ast.BinOp(op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor()):
                sides = (node.left, node.right)
                return any(self.is_set(side) or is_keys(side) for side in sides)
            case ast.IfExp(body=body, orelse=orelse):
                return self.is_set(body) or self.is_set(orelse)
            case ast.Name(id=name):
                return any(name in scope for scope in self.set_names)
            case ast.Attribute(value=ast.Name(id="self"), attr=attr):
                return attr in self.set_attributes
        return False

    def visit_For(self, node: ast.For) -> None:
        self.check_iteration(node.iter)
        self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> None:
        self.check_iteration(node.value)
        self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp | ast.DictComp | ast.GeneratorExp) -> None:
        for generator in node.generators:
            self.check_iteration(generator.iter)
        self.generic_visit(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self.visit_ListComp(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self.visit_ListComp(node)

    # -- which names are sets

    def remember(self, name: str, is_set: bool) -> None:
        (self.set_names[-1].add if is_set else self.set_names[-1].discard)(name)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.generic_visit(node)
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.remember(target.id, self.is_set(node.value))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.generic_visit(node)
        if isinstance(node.target, ast.Name):
            self.remember(node.target.id, is_set_type(node.annotation))

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        self.set_names.append({a.arg for a in arguments if is_set_type(a.annotation)})
        self.generic_visit(node)
        self.set_names.pop()

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)


def is_set_type(annotation: ast.expr | None) -> bool:
    base = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return isinstance(base, ast.Name) and base.id in ("set", "frozenset", "Set", "AbstractSet")


def is_keys(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("keys", "items")
        and not node.args
    )
