import re
from datetime import timedelta
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

# Which acts leave notes of a kind. The lines of corrections and of notes are written in one transaction.
ACTS = {
    "manual": {"manual_ended"},
    "import": {"tournament_imported"},
    "re-pairing": {"round_withdrawn"},
    "correction": {"result_corrected", "colours_corrected", "opponents_corrected"},
    "rating-correction": {"rating_corrected"},
    "adjournment": {"adjourned_result"},
    "renumbering": {"numbers_assigned"},
    "exchange": {"numbers_exchanged"},
    "full-point-bye": {"bye_given", "tournament_imported"},
    "prohibition": {"kept_apart", "let_meet"},
    "identity": {"player_identity_corrected"},
    "fide-mode": {"fide_mode_left"},
}
TOGETHER = timedelta(minutes=1)
DROPPED = ("reason", "made_by_id", "made_at")

PLAYER = r"\{(\d+)\}"
BYES = {"PAB": "pab", "FPB": "full", "HPB": "half", "ZPB": "zero"}


def as_item(kind: str, text: Any) -> list[Any]:
    """What was a text with keys in braces, as its kind and its facts; what is none stays a text."""
    told = str(text)
    if found := re.fullmatch(rf"{PLAYER}-{PLAYER}(?:: (.*))?", told, re.DOTALL):
        return ["board", int(found[1]), int(found[2]), found[3] or ""]
    if re.fullmatch(rf"{PLAYER}(/{PLAYER})+", told):
        return ["apart", [int(key) for key in re.findall(PLAYER, told)]]
    if found := re.fullmatch(rf"{PLAYER}=(.*)", told, re.DOTALL):
        player, said = int(found[1]), found[2]
        if kind in {"renumbering", "exchange"} and re.fullmatch(r"\d+|None", said):
            return ["number", player, None if said == "None" else int(said)]
        return ["bye", player, BYES[said]] if said in BYES else ["identity", player, said]
    return ["text", told]


class Trail:
    """The lines of an event's log that may still be a note's or a correction's."""

    def __init__(self, event: Any) -> None:
        lines = event.audit_events.filter(action__in=set.union(*ACTS.values()), correction=None)
        self.event, self.lines = event, list(lines.order_by("pk"))

    def find(self, row: Any, who: Any, at: Any, number: int, actions: set[str]) -> Any:
        """The line of this row's act; where there is none, one that says when, by whom and why it was."""
        fit = [
            line
            for line in self.lines
            if line.action in actions
            and line.actor_id == (who.pk if who else None)
            and line.round_number in {None, number}
            # The line of an import kept no reason, and is that of all its notes.
            and (line.reason.strip() == row.reason.strip() or line.action == "tournament_imported")
            and abs(line.at - at) <= TOGETHER
        ]
        line = min(fit, key=lambda line: (abs(line.at - at), line.pk), default=None)
        if line is None:
            after = {"kind": row.kind, "at": at.isoformat(), "who": who.username if who else ""}
            return self.event.audit_events.create(
                action="taken_over", round_number=number, after=after, reason=row.reason
            )
        if line.action != "tournament_imported":
            self.lines.remove(line)
        return line


def point_to_acts(apps: Any, schema_editor: Any) -> None:
    """Every note and every correction finds its line in the log; what stands there it says no more itself."""
    corrections = apps.get_model("tournaments", "Correction").objects
    corrections = corrections.select_related("game__round", "made_by", "audit")
    for event in apps.get_model("tournaments", "Tournament").objects.all():
        made = {row.pk: row for row in corrections.filter(game__round__tournament=event)}
        for row in made.values():
            if row.audit and row.audit.reason.strip() != row.reason.strip():
                row.audit = None
        trail = Trail(event)
        for note in event.integrity_events.select_related("actor").order_by("pk"):
            _point_note(note, made, trail)
        for row in made.values():
            if row.audit is None:
                kind = "rating" if row.case == "rating" else row.kind
                actions = {"adjourned_result" if kind == "adjourned" else f"{kind}_corrected"}
                row.audit = trail.find(row, row.made_by, row.made_at, row.game.round.number, actions)
            row.save()
    if schema_editor.connection.vendor == "postgresql":
        # Or what is altered next finds the rows still to be looked at.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def _point_note(note: Any, made: dict[int, Any], trail: Trail) -> None:
    changes = note.changes if isinstance(note.changes, list) else []
    corrected = [change for change in changes if change["table"] == "correction"]
    correction = next((made[change["key"]] for change in corrected if change["key"] in made), None)
    if correction and correction.audit and correction.audit.reason.strip() == note.reason.strip():
        note.audit = correction.audit
    else:
        actions = ACTS.get(note.kind, set())
        note.audit = trail.find(note, note.actor, note.at, note.round_number, actions)
    if note.reason.strip() != note.audit.reason.strip():
        note.remark = note.reason
    if correction and correction.audit is None and correction.reason.strip() == note.audit.reason.strip():
        correction.audit = note.audit
    # The restore point holds whole rows, which have other columns now.
    for row in (row for change in corrected for row in (change["before"], change["after"]) if row):
        for column in DROPPED:
            row.pop(column, None)
        row["audit_id"] = note.audit.pk
    for side in ("before", "after"):
        items = getattr(note, side)
        setattr(
            note, side, [as_item(note.kind, item) for item in (items if isinstance(items, list) else [items])]
        )
    note.save()


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0017_acts"),
    ]

    operations = [
        migrations.AddField(
            model_name="integrityevent",
            name="audit",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="notes",
                to="tournaments.auditevent",
            ),
        ),
        migrations.AddField(
            model_name="integrityevent",
            name="remark",
            field=models.TextField(blank=True, default=""),
            preserve_default=False,
        ),
        migrations.RunPython(point_to_acts, migrations.RunPython.noop),
    ]
