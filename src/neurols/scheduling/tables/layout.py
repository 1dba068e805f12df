"""The tables of a scheduling problem."""

from __future__ import annotations

from dataclasses import replace

from neurols.tables.layout import Column, Layout, Table
from neurols.tables.settings import COMMON, TABLE

_JOB = Column(
    "job", synonyms=("order", "job name", "work order"), required=True,
    help="the job's name or number", examples=("order 17", "order 17", "order 17", "order 18"),
)  # fmt: skip
_DATES = (
    Column("release", "time", ("release date", "available", "available from", "earliest start"),
           help="the job starts no earlier", examples=("", "", "", "08:30")),
    Column("due", "time", ("due date", "due by", "delivery date"),
           help="tardiness counts from here", examples=("15:00", "", "", "16:30")),
    Column("deadline", "time", ("latest end", "must end by"), help="the job must end by then"),
    Column("weight", "number", ("job weight", "importance"),
           help="of the job in weighted objectives; 1 where empty"),
)  # fmt: skip

LAYOUT = Layout(
    "scheduling",
    "operations",
    (
        Table(
            "operations",
            (
                _JOB,
                Column("operation", synonyms=("op", "step", "operation name", "task"),
                       help="its name or number; rows of one job and operation with several"
                       " machines are alternatives. Without it each row is an operation",
                       examples=("turn", "turn", "mill", "turn")),
                Column("machine", synonyms=("resource", "work centre", "work center", "machines"),
                       kind="list", required=True,
                       help="the machine, or several that take equally long",
                       examples=("lathe", "big lathe", "mill", "lathe, big lathe")),
                Column("duration", "duration",
                       ("processing time", "time", "run time", "length"), required=True,
                       help="on that machine", examples=(45, 30, "1 h 15 min", "1:00")),
                Column("family", synonyms=("setup family", "product", "material", "colour"),
                       help="what the machine is set up for",
                       examples=("steel", "steel", "steel", "brass")),
                Column("may pause", "yes", ("pausable", "interruptible"),
                       help="whether it may run over breaks; no where empty"),
                Column("earliest", "time", ("operation release",),
                       help="this operation starts no earlier"),
                *_DATES,
            ),
            synonyms=("operation", "tasks", "routing", "steps", "work"),
            help="One row an operation and machine. The operations of a job follow each other in"
            " the order of their rows.",
        ),
        Table(
            "jobs",
            (replace(_JOB, examples=("order 17", "order 18")),
             *(replace(column, examples=()) for column in _DATES),
             Column("linked", "yes", help="no: its operations follow 'precedences' alone")),
            synonyms=("orders", "work orders"),
            help="Dates and weights by job, here or in 'operations'.",
        ),
        Table(
            "machines",
            (
                Column("machine", synonyms=("resource", "name", "work centre", "work center"),
                       required=True, examples=("lathe", "big lathe", "mill")),
                Column("available from", "time", ("available", "free from"),
                       help="neither work nor setup before"),
                Column("initial family", synonyms=("set up for", "current family"),
                       help="what it is set up for at the start", examples=("brass",)),
                Column("setup in breaks", "yes", ("setup during breaks",),
                       help="whether setups may take place in breaks"),
                Column("blocking", "yes",
                       help="whether a job stays on it until its next operation starts"),
            ),
            synonyms=("resources", "work centres", "work centers"),
            help="May be left out: machines are known from 'operations'.",
        ),
        Table(
            "setups",
            (
                Column("machine", kind="list", help="empty for all machines"),
                Column("from", synonyms=("before", "from family"), required=True,
                       examples=("steel", "brass")),
                Column("to", synonyms=("after", "to family"), required=True,
                       examples=("brass", "steel")),
                Column("duration", "duration", ("setup time", "time", "length"), required=True,
                       examples=(20, 35)),
            ),
            synonyms=("setup times", "changeovers", "changeover"),
            help="Setup times between families; those not listed are 0.",
        ),
        Table(
            "breaks",
            (
                Column("machine", kind="list", help="empty for all machines"),
                Column("start", "time", ("from", "begin"), required=True, examples=("12:00",)),
                Column("end", "time", ("to", "until"), required=True, examples=("12:30",)),
                Column("repeat", help="daily, weekdays or weekly", examples=("daily",)),
                Column("times", "whole", ("count",), least=1,
                       help="how often it is repeated; 30 where empty", examples=(14,)),
            ),
            synonyms=("calendar", "calendars", "maintenance", "closed"),
            help="Times without work.",
        ),
        Table(
            "precedences",
            (
                Column("job", required=True),
                Column("operation", required=True),
                Column("after job", synonyms=("next job",), help="empty for the same job"),
                Column("after operation", synonyms=("next operation",), required=True,
                       help="starts when 'operation' has ended"),
                Column("min lag", "duration", ("least lag",), help="least time between them"),
                Column("max lag", "duration", ("greatest lag",), help="greatest time between them"),
            ),
            synonyms=("precedence", "dependencies"),
            help="What has to wait for what, within and between jobs.",
        ),
        TABLE,
    ),
)  # fmt: skip

SETTINGS = COMMON | {
    "objective": "terms to minimise, each with a weight, such as 'makespan' or"
    " '10 weighted tardiness + makespan' (makespan)",
    "permutation": "yes where all machines see the jobs in the same order (no)",
}
"""Settings of a scheduling problem, with their help."""
