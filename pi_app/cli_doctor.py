"""The command that examines the appliance: doctor.

May import: doctor, cli_serve for the configuration.
"""

from __future__ import annotations

from pi_app.cli_common import DONE, NO, Arguments, Commands
from pi_app.cli_serve import add_config, config_of


def add_to(commands: Commands) -> None:
    """Adds the command to the parser."""
    doctor = commands.add_parser("doctor", help="camera, light, buttons, disk, clock")
    add_config(doctor)
    doctor.set_defaults(run=_doctor)


def _doctor(arguments: Arguments) -> int:
    from pi_app.doctor import doctor, is_well  # cv2 takes a second: only where it is needed

    findings = doctor(config_of(arguments, {}).config)
    for finding in findings:
        print(finding)
    return DONE if is_well(findings) else NO
