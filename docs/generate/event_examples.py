"""A program for each kind of event; the page shows the last event of the kind that it logs."""

from __future__ import annotations

from polydat.graph import events
from polydat.graph.events import Event

C = "input c: u64\n"

EXAMPLES: dict[type[Event], str] = {
    events.Parsed: f"{C}x := hash(c)\n",
    events.BindingResolved: f"{C}x := hash(c)\n",
    events.ModuleInlined: f"next(a: u64) -> (b: u64) := {{ b := a + 1 }}\n{C}x := next(c)\n",
    events.PragmaAcknowledged: f"pragma strict_values\n{C}x := hash(c)\n",
    events.UnknownPragma: f"pragma fast\n{C}x := hash(c)\n",
    events.OutputDeclared: f"{C}x := hash(c)\n",
    events.TypeWidening: f"{C}x := sin(c)\n",
    events.TypeAdapterInserted: f"{C}x := sin(c)\n",
    events.AssertionInserted: (
        "pragma strict_values\ninput (a: u64, b: u64)\nx := div_wire(a, b)\n"
    ),
    events.AssertionSkipped: "input (a: u64, b: u64)\nx := div_wire(a, b)\n",
    events.ConfigWireCycleWarning: (
        "input (c: u64, shares: str)\nx := dynamic_weighted_select(hash(c), shares)\n"
    ),
    events.CompileLevelSelected: f"{C}x := hash(c)\n",
    events.ExternWithoutDefault: "extern e: u64\nx := hash(e)\n",
    events.InputConverterInserted: "extern e: dyn\nx := hash(e)\n",
    events.ConstantFolded: "x := hash(0)\n",
    events.FusionApplied: f"{C}x := mod(hash(c), 10)\n",
    events.Warned: f'{C}x := hash("{{c}}" as u64)\n',
    events.Summary: f"{C}x := hash(c)\ny := x + 2 * 3\n",
}
