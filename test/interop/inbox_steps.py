"""Reads the stream inbox of an agent with ncclient, acknowledges it, and reads on; prints one JSON object with what came."""
import json
import re
import sys

from ncclient import manager
from ncclient.xml_ import to_ele

SESSIONS = "urn:yangent:params:xml:ns:yang:yangent-sessions"
SUBSCRIBED = "urn:ietf:params:xml:ns:yang:ietf-subscribed-notifications"
arguments = json.loads(sys.argv[1])


def connect(user):
    return manager.connect(
        host=arguments["host"],
        port=arguments["port"],
        username=user,
        password=arguments["password"],
        hostkey_verify=False,
        look_for_keys=False,
        allow_agent=False,
        timeout=20,
    )


def leaf(name, xml):
    return re.findall(f"<{name}>(.*?)</{name}>", xml)


def call(session, name, content):
    return session.dispatch(to_ele(f'<{name} xmlns="{SESSIONS}">{content}</{name}>')).xml


def say(session, talk, content):
    call(session, "send", f"<session>{talk}</session><from>noc</from><content>{content}</content>")


def notifications(session, count):
    return [session.take_notification(timeout=20).notification_xml for _ in range(count)]


out = {}
with connect("admin") as noc, connect("admin%ip") as ip:
    opened = call(noc, "open", "<from>noc</from><kind>group</kind><member><agent>ip</agent></member>")
    talk = re.search(f'<id xmlns="{SESSIONS}">(.*?)</id>', opened).group(1)
    say(noc, talk, "one")
    ip.create_subscription(stream_name="inbox")
    say(noc, talk, "two")
    given = notifications(ip, 2)
    out["given"] = [leaf("content", each)[0] for each in given]
    out["for"] = sum((leaf("for", each) for each in given), [])
    last = leaf("sequence", given[0])[0]
    call(ip, "acknowledge", f"<position><session>{talk}</session><through>{last}</through></position>")

with connect("admin") as noc, connect("admin%ip") as ip:
    ip.dispatch(to_ele(f'<establish-subscription xmlns="{SUBSCRIBED}"><stream>inbox</stream></establish-subscription>'))
    say(noc, talk, "three")
    again = notifications(ip, 2)
    out["again"] = [leaf("content", each)[0] for each in again]
    out["redelivered"] = [leaf("redelivered", each) == ["true"] for each in again]

print(json.dumps(out))
