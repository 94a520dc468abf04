#!/usr/bin/env python3
"""An agent in plain Python: it needs ncclient and nothing else.

It registers itself, hears of its tasks by notifications, says whether it can do what it is asked, claims tasks, reports
progress, proposes its result, delivers it, and leaves when it has done as many tasks as it was told.
"""
import argparse
import sys
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

from ncclient import manager
from ncclient.operations import RPCError
from ncclient.xml_ import to_ele

AGENTS = "urn:yangent:params:xml:ns:yang:yangent-agents"
TASKS = "urn:yangent:params:xml:ns:yang:yangent-tasks"
ACTION = "urn:ietf:params:xml:ns:yang:1"


def leaf(name, value):
    return "" if value is None else f"<{name}>{escape(str(value))}</{name}>"


class Agent:
    def __init__(self, session, name):
        self.session, self.name, self.done = session, name, 0

    def call(self, xml):
        """Sends an rpc; the reply as an element."""
        return ET.fromstring(self.session.dispatch(to_ele(xml)).xml)

    def rpc(self, name, content, module=TASKS):
        return self.call(f'<{name} xmlns="{module}">{content}</{name}>')

    def act(self, task, action, content=""):
        """Runs an action of a task (RFC 7950, section 7.15.2)."""
        return self.call(
            f'<action xmlns="{ACTION}"><tasks xmlns="{TASKS}"><task>{leaf("id", task)}'
            f"<{action}>{content}</{action}></task></tasks></action>"
        )

    def register(self):
        profile = (
            f"<profile>{leaf('name', self.name)}<description>measures what it is asked to</description>"
            "<version>1.0.0</version><provider>ACME</provider>"
            "<skills><skill><skill-name>measure</skill-name><skill-description>measures signal levels</skill-description>"
            "<skill-tags>rf</skill-tags></skill></skills></profile>"
        )
        self.rpc("register", f"{leaf('id', self.name)}{profile}<lease>3600</lease>", AGENTS)
        print(f"registered as {self.name}", flush=True)

    def answer_feasibility(self, task, asked):
        """Whether the task can be done: everything but cutting fibres."""
        text = " ".join(each.text or "" for each in asked.iter(f"{{{TASKS}}}content"))
        can = "cut the fibre" not in text
        verdict = "<verdict>feasible</verdict>" if can else "<verdict>countered</verdict><counter>measure the fibre</counter>"
        self.act(task, "propose", f"<type>FEASIBILITY</type>{verdict}")
        print(f"{task}: {'can be done' if can else 'cannot be done; proposed another task'}", flush=True)

    def record(self, task):
        reply = self.rpc("query", leaf("id", task))
        return reply.find(f".//{{{TASKS}}}task")

    def work(self, task, attempt):
        attempt = leaf("attempt", attempt)
        self.act(task, "report-progress", f"{attempt}<percent>50</percent><note>measured</note><checkpoint>measure</checkpoint>")
        self.act(task, "propose", f"{attempt}<type>FULFILLMENT</type><content>-61 dBm: is that precise enough?</content>")
        print(f"{task}: proposed a result", flush=True)

    def deliver(self, task, verdict):
        result = "-61 dBm" if verdict in ("accepted", "satisfied") else "-61.25 dBm"
        self.act(task, "complete", f"<artifact><name>level</name><modality>text</modality>{leaf('value', result)}</artifact>")
        self.done += 1
        print(f"{task}: delivered {result}", flush=True)

    def claim(self):
        reply = self.rpc("claim-next", leaf("agent", self.name))
        for task in reply.iter(f"{{{TASKS}}}task"):
            self.work(task.findtext(f"{{{TASKS}}}id"), task.findtext(f"{{{TASKS}}}attempt"))

    def changed(self, notification):
        """What to do about a notification task-changed."""
        change = notification.find(f"{{{TASKS}}}task-changed")
        if change is None or change.findtext(f"{{{TASKS}}}to") != self.name:
            return
        task, state = (change.findtext(f"{{{TASKS}}}{each}") for each in ("id", "state"))
        if state == "accepted":
            self.claim()
            return
        # Things may have gone on since the notification was sent: what counts is how the task is now.
        record = self.record(task)
        state = record.findtext(f"{{{TASKS}}}state")
        rounds = record.findall(f"{{{TASKS}}}negotiation")
        if not rounds or rounds[-1].findtext(f"{{{TASKS}}}by") == self.name:
            return
        if state == "negotiating":
            self.answer_feasibility(task, record)
        elif state == "running":
            self.deliver(task, rounds[-1].findtext(f"{{{TASKS}}}verdict"))

    def run(self, tasks):
        self.session.create_subscription()
        self.register()
        self.claim()
        while self.done < tasks:
            notification = self.session.take_notification(timeout=5)
            if notification is None:
                continue
            try:
                self.changed(ET.fromstring(notification.notification_xml))
            except RPCError as error:
                # The other side may cancel a task, or say more, at any moment.
                print(f"refused: {error.message}", flush=True)
        self.rpc("deregister", leaf("id", self.name), AGENTS)
        print("deregistered", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8830)
    parser.add_argument("--user", default="admin")
    parser.add_argument("--password-file", required=True)
    parser.add_argument("--agent", default="python-meter", help="what the agent is called")
    parser.add_argument("--tasks", type=int, default=1, help="how many tasks to do")
    options = parser.parse_args()
    with open(options.password_file, encoding="utf-8") as file:
        password = file.read().strip()
    login = {"username": options.user, "password": password, "look_for_keys": False, "allow_agent": False}
    try:
        with manager.connect(host=options.host, port=options.port, hostkey_verify=False, timeout=30, **login) as session:
            Agent(session, options.agent).run(options.tasks)
    except RPCError as error:
        sys.exit(f"the node refused: {error.tag}: {error.message}")


if __name__ == "__main__":
    main()
