"""An agent of a workflow: claims tasks over RESTCONF and doubles their value. After some tasks it dies with the next one in hand."""
import base64
import json
import os
import ssl
import sys
import urllib.error
import urllib.request

url, certificate, user, password, agent, lives = sys.argv[1:7]
context = ssl.create_default_context(cafile=certificate)
context.check_hostname = False
login = base64.b64encode(f"{user}:{password}".encode()).decode()


def post(path, body):
    request = urllib.request.Request(
        url + path,
        data=json.dumps({"yangent-tasks:input": body}).encode(),
        headers={
            "Authorization": f"Basic {login}",
            "Content-Type": "application/yang-data+json",
            "Accept": "application/yang-data+json",
        },
    )
    with urllib.request.urlopen(request, context=context, timeout=60) as answer:
        text = answer.read()
    return json.loads(text).get("yangent-tasks:output", {}) if text else {}


done = 0
while True:
    tasks = post("/restconf/operations/yangent-tasks:claim-next", {"agent": agent, "max": 1, "wait": 2, "lease": 1}).get("task", [])
    if not tasks:
        if os.path.exists(os.environ["STOP"]):
            break
        continue
    for task in tasks:
        if done == int(lives):
            os.kill(os.getpid(), 9)
        value = task["input"]["value"]
        post(
            f"/restconf/data/yangent-tasks:tasks/task={task['id']}/complete",
            {"attempt": task["attempt"], "artifact": [{"name": "twice", "data": {"of": value * 2}}]},
        )
        done += 1
