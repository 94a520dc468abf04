"""A client written from the draft's module alone. It plays an assigner and, when asked to, its executor, and prints what it saw.

The argument is JSON: protocol (NETCONF or RESTCONF), port, executor (its name), task, assigner and attached (credentials).
"""
import base64
import json
import ssl
import sys
import threading
import urllib.request
from queue import Queue
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

from ncclient import manager

IRTF = "urn:ietf:params:xml:ns:yang:irtf-agent"
TIME = "2026-01-01T12:00:00+00:00"


class Netconf:
    def __init__(self, port, user, password):
        login = {"username": user, "password": password, "look_for_keys": False, "allow_agent": False}
        self.session = manager.connect(host="127.0.0.1", port=port, hostkey_verify=False, timeout=30, **login)

    def write(self, name, value):
        document = self.element(name, value).replace(f"<{name}>", f'<{name} xmlns="{IRTF}">', 1)
        self.session.edit_config(target="running", config=f"<config xmlns='urn:ietf:params:xml:ns:netconf:base:1.0'>{document}</config>")

    def element(self, name, value):
        inside = "".join(self.element(*each) for each in value.items()) if isinstance(value, dict) else escape(str(value))
        return f"<{name}>{inside}</{name}>"

    def read(self, name, key=None):
        inside = "" if key is None else f"<id>{escape(key)}</id>"
        reply = self.session.get(filter=("subtree", f'<{name} xmlns="{IRTF}">{inside}</{name}>'))
        return members(ET.fromstring(reply.xml.encode())[0][0])

    def listen(self, put):
        self.session.create_subscription(filter=("subtree", f'<condition-notifications xmlns="{IRTF}"/>'))

        def take():
            while (notice := self.session.take_notification()) is not None:
                put(members(ET.fromstring(notice.notification_xml.encode())[1]))

        threading.Thread(target=take, daemon=True).start()


def members(element):
    return {each.tag.split("}")[1]: members(each) for each in element} if len(element) else element.text or ""


class Restconf:
    def __init__(self, port, user, password):
        self.url = f"https://127.0.0.1:{port}/restconf"
        self.login = "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()

    def ask(self, method, path, body=None, accept="application/yang-data+json"):
        headers = {"Authorization": self.login, "Accept": accept, "Content-Type": "application/yang-data+json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        return urllib.request.urlopen(request, context=ssl._create_unverified_context(), timeout=30)

    def write(self, name, value):
        self.ask("PATCH", "/data", {"ietf-restconf:data": {f"irtf-agent:{name}": [value] if "id" in value else value}})

    def read(self, name, key=None):
        at = f"/data/irtf-agent:{name}" + ("" if key is None else f"={key}")
        value = json.load(self.ask("GET", at))[f"irtf-agent:{name}"]
        return value if key is None else value[0]

    def listen(self, put):
        stream = self.ask("GET", "/streams/NETCONF/json?filter=/irtf-agent:condition-notifications", accept="text/event-stream")

        def take():
            for line in stream:
                if line.startswith(b"data:"):
                    notice = json.loads(line[5:])["ietf-restconf:notification"]["irtf-agent:condition-notifications"]
                    put({**notice, "input-required": notice["input-required"][0]})

        threading.Thread(target=take, daemon=True).start()


class Agent:
    def __init__(self, face, name, other, task):
        self.face, self.header = face, {"task-sendFrom": name, "task-sendTo": other, "task-id": task}

    def say(self, operation, words=None, **more):
        content = {} if words is None else {"content": f"##target object house ##task description {words}"}
        named = {name.replace("_", "-"): value for name, value in more.items()}
        self.face.write("tasks", {**self.header, "commuType": operation, **content, **named})

    def report(self, status, words=None, **more):
        self.say("taskResultNotify", words, task_status=status, **more)

    def data(self):
        """The text of the data that the message which is read refers to."""
        return self.face.read("data-params", self.face.read("tasks")["msg-data"])["data"]


def main():
    asked = json.loads(sys.argv[1])
    protocol = {"NETCONF": Netconf, "RESTCONF": Restconf}[asked["protocol"]]
    name, task, port = asked["executor"], asked["task"], asked["port"]
    assigner = Agent(protocol(port, *asked["assigner"]), "noc", name, task)
    notices, saw = Queue(), {}
    assigner.face.listen(notices.put)

    def hear(status, words):
        """Waits for the notification of this status with these words."""
        while True:
            notice = notices.get(timeout=20)
            told = notice["input-required"]
            if notice["task-id"] == task and told["status"] == status and words in told["required"]:
                return

    assigner.face.write("data-params", {"id": f"{task}-plan", "dataType": "text", "data": "plan of the house"})
    request = {"content": "how many doors?", "dataParam": f"{task}-plan", "time": TIME}
    assigner.face.write("context", {"id": f"{task}-doors", "sendFrom": "noc", "sendTo": name, "request-info": request})
    assigner.say("taskAssign", "paint the door", msg_data=f"{task}-plan", context=f"{task}-doors")

    # Where the executor is hosted, the node plays it.
    attached = "attached" in asked
    executor = Agent(protocol(port, *asked["attached"]), name, "noc", task) if attached else None
    if executor:
        executor.face.write("data-params", {"id": f"{task}-two", "dataType": "text", "data": "two"})
        executor.face.write("context", {"id": f"{task}-doors", "response-info": {"dataParam": f"{task}-two", "time": TIME}})
        answer = assigner.face.read("context", f"{task}-doors")["response-info"]["dataParam"]
        saw["context"] = assigner.face.read("data-params", answer)["data"]
        executor.report("processing", "at the house")
        executor.report("blocking", "which door?")
    hear("processing", "at the house")
    hear("blocking", "which door?")
    assigner.say("taskAssign", "left")
    if executor:
        saw["answer"] = executor.data()
        executor.say("FulfillmentNegotiate", "paint it blue")
    hear("blocking", "paint it blue")
    assigner.say("FulfillmentNegotiate", "rather red")
    if executor:
        executor.say("FulfillmentNegotiate", "paint it red")
    hear("blocking", "paint it red")
    assigner.say("FulfillmentNegotiate", "accepted" if executor else "satisfied")
    if executor:
        executor.report("suspended", "it rains")
        hear("suspended", "it rains")
        executor.report("processing", "the sun shines")
        hear("processing", "the sun shines")
        executor.report("finished", "left door is red")
    hear("finished", "left door is red")
    assigner.say("taskResultQuery")
    saw["status"], saw["result"] = assigner.face.read("tasks")["task-status"], assigner.data()
    print(json.dumps(saw))


main()
