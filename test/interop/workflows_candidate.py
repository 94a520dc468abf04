"""Puts a workflow into the candidate with ncclient, first with a closing edge; prints what came back as one JSON object."""
import json
import sys

from ncclient import manager
from ncclient.operations import RPCError

arguments = json.loads(sys.argv[1])
NS = "urn:yangent:params:xml:ns:yang:yangent-workflows"


def node(name):
    return f"<node><name>{name}</name><task><skill>do</skill><agent>worker</agent></task></node>"


def edge(before, after, operation=""):
    return f"<edge{operation}><from>{before}</from><to>{after}</to></edge>"


def config(inner):
    return (
        f'<config xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"><workflows xmlns="{NS}"><definition>'
        f"<name>repair</name>{inner}</definition></workflows></config>"
    )


told = {}
with manager.connect(
    host=arguments["host"],
    port=arguments["port"],
    username=arguments.get("username", "admin"),
    password=arguments["password"],
    hostkey_verify=False,
    look_for_keys=False,
    allow_agent=False,
    timeout=20,
) as session:
    nodes = node("find") + node("fix") + node("test")
    edges = edge("find", "fix") + edge("fix", "test")
    session.edit_config(target="candidate", config=config("<version>1.0</version>" + nodes + edges + edge("test", "find")))
    try:
        session.commit()
    except RPCError as error:
        told["refused"] = [error.tag, error.app_tag, error.message]
    remove = ' xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0" nc:operation="delete"'
    session.edit_config(target="candidate", config=config(edge("test", "find", remove)))
    session.commit()
    told["committed"] = True
    shown = session.get(filter=("subtree", f'<workflows xmlns="{NS}"><definition><name>repair</name><revision/></definition></workflows>'))
    told["revision"] = "<number>1</number>" in shown.xml
print(json.dumps(told))
