"""Drives a yangent node with ncclient; prints one JSON object with what came back."""
import json
import sys

from ncclient import manager
from ncclient.operations import RPCError
from ncclient.xml_ import to_ele

AGENT_NS = "urn:ietf:params:xml:ns:yang:irtf-agent"
TASKS_NS = "urn:yangent:params:xml:ns:yang:yangent-tasks"

arguments = json.loads(sys.argv[1])
login = {key: arguments[key] for key in ("username", "password", "key_filename") if key in arguments}


def connect(**extra):
    return manager.connect(
        host=arguments["host"],
        port=arguments["port"],
        hostkey_verify=False,
        look_for_keys=False,
        allow_agent=False,
        timeout=20,
        **{**login, **extra},
    )


def login_only(session):
    return {"capabilities": list(session.server_capabilities), "session": session.session_id}


def whole(session):
    out = {}
    subtree = '<agents xmlns="urn:yangent:params:xml:ns:yang:yangent-agents"><agent><id>ip-fault</id><profile><name/></profile></agent></agents>'
    out["get"] = session.get(filter=("subtree", subtree)).data_xml
    config = (
        '<config xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"><agents xmlns="urn:yangent:params:xml:ns:yang:yangent-agents">'
        "<agent><id>noc</id><profile><name>noc</name><description>the operators</description><version>1.0.0</version>"
        "<provider>ACME</provider></profile></agent></agents></config>"
    )
    out["edit"] = session.edit_config(target="running", config=config).ok
    out["config"] = session.get_config(source="running", filter=("subtree", subtree.replace("ip-fault", "noc"))).data_xml
    out["schema"] = session.get_schema("irtf-agent").data[:18]
    session.create_subscription()
    assign = (
        f'<assign xmlns="{TASKS_NS}"><task-id>from-ncclient</task-id><from>noc</from><to>ip-fault</to>'
        "<content>##target object uplink ##task description diagnose the link</content><async>false</async></assign>"
    )
    out["assign"] = session.dispatch(to_ele(assign)).xml
    negotiate = (
        f'<task-negotiate xmlns="{AGENT_NS}"><task-sendFrom>noc</task-sendFrom><task-sendTo>ip-fault</task-sendTo>'
        "<task-id>negotiated</task-id><content>##target object uplink ##task description repair it in a minute</content>"
        "<type>FEASIBILITY</type></task-negotiate>"
    )
    out["negotiate"] = session.dispatch(to_ele(negotiate)).xml
    seen = []
    while not any("completed" in each for each in seen):
        notification = session.take_notification(timeout=20)
        if notification is None:
            break
        if "condition-notifications" in notification.notification_xml:
            seen.append(notification.notification_xml)
    out["notifications"] = seen
    try:
        session.dispatch(to_ele(f'<task-negotiate xmlns="{AGENT_NS}"><nonsense/></task-negotiate>'))
    except RPCError as error:
        out["error"] = {"tag": error.tag, "info": error.info, "message": error.message}
    return out


steps = {"login": login_only, "whole": whole}
with connect() as session:
    print(json.dumps(steps[arguments["step"]](session)))
