"""Starts a run as an ordinary user whose step asks, and answers it with ncclient; prints what came back as one JSON object."""
import json
import sys
import xml.etree.ElementTree as ElementTree

from ncclient import manager
from ncclient.operations import RPCError
from ncclient.xml_ import to_ele

arguments = json.loads(sys.argv[1])
RUNS = "urn:yangent:params:xml:ns:yang:yangent-workflows"
TASKS = "urn:yangent:params:xml:ns:yang:yangent-tasks"
ACTION = "urn:ietf:params:xml:ns:yang:1"
NAMES = {"r": RUNS, "t": TASKS}


def connect(user):
    return manager.connect(
        host=arguments["host"],
        port=arguments["port"],
        username=user,
        password=arguments["passwords"][user],
        hostkey_verify=False,
        look_for_keys=False,
        allow_agent=False,
        timeout=20,
    )


def told(session, wanted):
    """Returns the next notification about which `wanted` is true."""
    while True:
        notification = session.take_notification(timeout=20)
        if notification is None:
            raise TimeoutError("nothing more is told")
        found = wanted(ElementTree.fromstring(notification.notification_xml))
        if found is not None:
            return found


def is_asking(notification):
    step = notification.find("r:step-changed", NAMES)
    return step if step is not None and step.findtext("r:state-reason", None, NAMES) == "input-required" else None


def is_over(notification):
    run = notification.find("r:run-changed", NAMES)
    state = None if run is None else run.findtext("r:state", None, NAMES)
    return None if state in (None, "running") else state


def answer(session, task, content):
    inner = f"<provide-input><content>{content}</content></provide-input>"
    action = f'<action xmlns="{ACTION}"><tasks xmlns="{TASKS}"><task><id>{task}</id>{inner}</task></tasks></action>'
    try:
        session.dispatch(to_ele(action))
        return "ok"
    except RPCError as error:
        return [error.tag, (error.path or "").replace(task, "TASK"), error.message.replace(task, "TASK")]


def seen(session, task):
    wanted = f'<tasks xmlns="{TASKS}"><task><id>{task}</id></task></tasks>'
    return f"<id>{task}</id>" in session.get(filter=("subtree", wanted)).xml


out = {}
with connect("ann") as ann, connect("bob") as bob:
    ann.create_subscription()
    start = (
        f'<start xmlns="{RUNS}"><dag><version>1.0</version>'
        "<node><name>ask</name><task><skill>ask</skill><agent>asker</agent></task></node>"
        "<node><name>after</name><type>none</type><output><name>is</name><value>steps.ask.output.answer.is</value></output></node>"
        "<edge><from>ask</from><to>after</to></edge>"
        "<output><name>is</name><value>steps.after.output.is</value></output></dag></start>"
    )
    run = ElementTree.fromstring(ann.dispatch(to_ele(start)).xml).findtext("r:id", None, NAMES)
    step = told(ann, is_asking)
    task = step.findtext("r:task", None, NAMES)
    wanted = f'<tasks xmlns="{TASKS}"><task><id>{task}</id><input-request/></task></tasks>'
    shown = ElementTree.fromstring(ann.get(filter=("subtree", wanted)).data_xml)
    out["question"] = shown.findtext(".//t:input-request/t:required", None, NAMES)
    out["seen"] = [seen(ann, task), seen(bob, task)]
    out["other"] = answer(bob, task, "40")
    out["missing"] = answer(bob, "no-such-task", "40")
    out["initiator"] = answer(ann, task, "42")
    out["state"] = told(ann, is_over)
    wanted = f'<workflows xmlns="{RUNS}"><run><id>{run}</id><output/></run></workflows>'
    out["output"] = ">42<" in ann.get(filter=("subtree", wanted)).data_xml
    out["again"] = answer(ann, task, "43")
print(json.dumps(out))
