"""Calls every operation that ncclient wraps on a yangent node that serves the module acme-box; prints what came of each."""
import json
import sys

from ncclient import manager
from ncclient.operations import MissingCapabilityError, OperationError, RPCError
from ncclient.operations.retrieve import WithDefaultsError
from ncclient.transport.errors import SessionCloseError, TransportError
from ncclient.xml_ import new_ele, to_ele

BASE = "urn:ietf:params:xml:ns:netconf:base:1.0"
BOX = "urn:acme:box"
NMDA = 'xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-nmda" xmlns:ds="urn:ietf:params:xml:ns:yang:ietf-datastores"'
SESSIONS = "urn:ietf:params:xml:ns:yang:ietf-netconf-notifications"
FILE = "file:///ncclient.xml"

arguments = json.loads(sys.argv[1])
IN_BOX = ("subtree", f'<box xmlns="{BOX}"/>')


def connect():
    return manager.connect(
        host=arguments["host"],
        port=arguments["port"],
        username="admin",
        password=arguments["password"],
        hostkey_verify=False,
        look_for_keys=False,
        allow_agent=False,
        timeout=20,
    )


def config(content):
    return f'<config xmlns="{BASE}" xmlns:nc="{BASE}"><box xmlns="{BOX}">{content}</box></config>'


def outcome(call):
    """The names of what went wrong, or ok."""
    try:
        call()
        return "ok"
    except RPCError as error:
        return error.tag
    except (OperationError, MissingCapabilityError, WithDefaultsError) as error:
        return type(error).__name__


def box(session, source="running", **options):
    return session.get_config(source=source, filter=IN_BOX, **options).data_xml


def editing(session):
    out = {"refused": outcome(lambda: session.edit_config(target="running", config=config("<port><name>p</name></port>")))}
    for option in ("test-then-set", "set", "test-only"):
        edit = lambda: session.edit_config(target="running", config=config(f"<name>{option}</name>"), test_option=option)
        out[option] = [outcome(edit), f"<name>{option}</name>" in box(session)]
    half = config("<name>half</name><port><name>p</name></port>")
    for option in ("stop-on-error", "rollback-on-error", "continue-on-error"):
        edit = lambda: session.edit_config(target="running", config=half, error_option=option)
        out[option] = [outcome(edit), "<name>half</name>" in box(session)]
    for operation in ("merge", "replace", "none"):
        edit = lambda: session.edit_config(target="running", config=config("<limit>9</limit>"), default_operation=operation)
        out[operation] = [outcome(edit), "<name>" in box(session)]
    out["create"] = outcome(
        lambda: session.edit_config(target="running", config=config('<limit nc:operation="create">9</limit>'))
    )
    out["delete"] = outcome(
        lambda: session.edit_config(target="running", config=config('<name nc:operation="delete"/>'))
    )
    return out


def reading(session):
    session.edit_config(target="running", config=config("<name>n</name><port><name>p</name><speed>1</speed></port>"))
    xpath = ("xpath", ({"b": BOX}, "/b:box/b:port[b:speed = 1]/b:name"))
    out = {"get": "<speed>1</speed>" in session.get(filter=IN_BOX).data_xml}
    out["xpath"] = [session.get(filter=xpath).data_xml.count("<"), "<speed>" in session.get_config("running", xpath).data_xml]
    for mode in ("explicit", "trim", "report-all", "report-all-tagged", "nonsense"):
        read = lambda: box(session, with_defaults=mode)
        out[mode] = [outcome(read), outcome(read) == "ok" and "limit" in read()]
    out["get_schema"] = session.get_schema("acme-box", format="yang").data.startswith("module acme-box")
    out["no schema"] = outcome(lambda: session.get_schema("nonsense"))
    get_data = f'<get-data {NMDA}><datastore>ds:operational</datastore><subtree-filter><box xmlns="{BOX}"/></subtree-filter></get-data>'
    out["get-data"] = "<limit>7</limit>" in session.dispatch(to_ele(get_data)).xml
    return out


def locking(session):
    with connect() as other:
        out = {"lock": outcome(lambda: session.lock("running"))}
        out["denied"] = outcome(lambda: other.lock("running"))
        out["in use"] = outcome(lambda: other.edit_config(target="running", config=config("<name>o</name>")))
        out["not mine"] = outcome(lambda: other.unlock("running"))
        out["unlock"] = outcome(lambda: session.unlock("running"))
        with session.locked("candidate"):
            out["locked"] = outcome(lambda: other.lock("candidate"))
        out["again"] = outcome(lambda: other.lock("candidate"))
        other.unlock("candidate")
    return out


def committing(session):
    def edit(name):
        session.edit_config(target="candidate", config=config(f"<name>{name}</name>"))

    def name():
        text = box(session)
        return text.split("<name>")[1].split("<")[0] if "<name>" in text else None

    session.edit_config(target="running", config=config("<name>zero</name>"))
    out = {}
    edit("one")
    out["validate"] = outcome(lambda: session.validate("candidate"))
    out["commit"] = [outcome(session.commit), name()]
    edit("two")
    out["discard"] = [outcome(session.discard_changes), "two" in box(session, "candidate")]
    edit("three")
    out["confirmed"] = [outcome(lambda: session.commit(confirmed=True, timeout="60")), name()]
    out["cancel"] = [outcome(session.cancel_commit), name()]
    session.discard_changes()
    edit("four")
    out["persist"] = [outcome(lambda: session.commit(confirmed=True, timeout="60", persist="token")), name()]
    with connect() as other:
        out["wrong token"] = outcome(lambda: other.commit(persist_id="guess"))
        out["token"] = [outcome(lambda: other.commit(persist_id="token")), name()]
    edit("five")
    session.commit(confirmed=True, persist="token")
    out["cancel with token"] = [outcome(lambda: session.cancel_commit(persist_id="token")), name()]
    session.discard_changes()
    out["invalid config"] = outcome(lambda: session.validate(to_ele(config("<port><name>p</name></port>"))))
    edit_data = f'<edit-data {NMDA}><datastore>ds:candidate</datastore>{config("<name>six</name>")}</edit-data>'.replace(
        f'<config xmlns="{BASE}" xmlns:nc="{BASE}">', "<config>"
    )
    out["edit-data"] = [outcome(lambda: session.dispatch(to_ele(edit_data))), "six" in box(session, "candidate")]
    session.discard_changes()
    return out


def copying(session):
    session.edit_config(target="running", config=config("<name>saved</name>"))
    out = {"startup": [outcome(lambda: session.copy_config("running", "startup")), "saved" in box(session, "startup")]}
    out["delete"] = [outcome(lambda: session.delete_config("startup")), "saved" in box(session, "startup")]
    out["file"] = outcome(lambda: session.copy_config("running", FILE))
    out["validate file"] = outcome(lambda: session.validate(FILE))
    session.edit_config(target="running", config=config("<name>changed</name>"))
    out["from file"] = [outcome(lambda: session.copy_config(FILE, "running")), "saved" in box(session)]
    # A path alone is no URL for ncclient's check of the format url, which wants a host.
    out["delete file"] = [outcome(lambda: session.delete_config(FILE)), outcome(lambda: session.validate(FILE))]
    out["inline"] = [
        outcome(lambda: session.copy_config(f'<source xmlns="{BASE}">{config("<name>inline</name>")}</source>', "running")),
        "inline" in box(session),
    ]
    out["running"] = outcome(lambda: session.delete_config("running"))
    return out


def sessions(session):
    out = {}
    with connect() as watcher:
        watcher.create_subscription(filter=("subtree", f'<netconf-session-end xmlns="{SESSIONS}"/>'), stream_name="NETCONF")
        out["twice"] = outcome(watcher.create_subscription)
        out["no stream"] = outcome(lambda: session.create_subscription(stream_name="nonsense"))
        victim = connect()
        out["kill"] = outcome(lambda: session.kill_session(victim.session_id))
        out["told"] = "killed" in watcher.take_notification(timeout=20).notification_xml
        try:
            victim.get_config("running")
        except (SessionCloseError, TransportError):
            out["victim"] = "closed"
        out["self"] = outcome(lambda: session.kill_session(session.session_id))
        leaver = connect()
        out["close"] = outcome(leaver.close_session)
        out["left"] = "closed" in watcher.take_notification(timeout=20).notification_xml
    with connect() as reader:
        reader.create_subscription(start_time="2020-01-01T00:00:00Z", stop_time="2020-01-02T00:00:00Z")
        seen = [reader.take_notification(timeout=20).notification_xml for _ in range(2)]
        out["replay"] = ["replayComplete" in seen[0], "notificationComplete" in seen[1]]
    return out


def unsupported(session):
    out = {
        "poweroff": outcome(session.poweroff_machine),
        "reboot": outcome(session.reboot_machine),
        "dispatch": outcome(lambda: session.dispatch("nonsense")),
        "rpc": outcome(lambda: session.rpc("nonsense")),
        "reboot anyway": outcome(
            lambda: session.dispatch(
                to_ele('<reboot-machine xmlns="urn:liberouter:params:xml:ns:netconf:power-control:1.0"/>')
            )
        ),
    }
    out["rpc get"] = "<data" in session.rpc("get-config", source="running", filter=IN_BOX).xml
    out["rpc edit"] = outcome(lambda: session.rpc("edit-config", target="running", config=config("<name>rpc</name>")))
    out["rpc element"] = outcome(lambda: session.rpc(new_ele("discard-changes")))
    return out


steps = [reading, editing, locking, committing, copying, sessions, unsupported]
with connect() as session:
    result = {}
    for step in steps:
        session.copy_config(f'<source xmlns="{BASE}"><config/></source>', "running")
        session.discard_changes()
        result[step.__name__] = step(session)
    print(json.dumps(result))
