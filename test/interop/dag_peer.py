"""Drives a run over HTTP, and is the executor of its step. It knows the words of agent task DAGs, and nothing else of the node."""
import base64
import json
import ssl
import sys
import time
import urllib.error
import urllib.request

url, certificate, user, password, agent = sys.argv[1:6]
TYPE = "application/vnd.ietf.agent-task-dag+json"
tls = ssl.create_default_context(cafile=certificate)
tls.check_hostname = False
login = base64.b64encode(f"{user}:{password}".encode()).decode()


def ask(method, path, body=None, **fields):
    headers = {"Authorization": f"Basic {login}", "Accept": TYPE, "Content-Type": TYPE, **fields}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, context=tls, timeout=30) as answer:
            text = answer.read()
            return answer.status, answer.headers, json.loads(text) if text else None
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers, json.loads(refused.read())


def document(answer):
    return answer[2]["yangent-workflows:dag"]


graph = {
    "version": "1.0",
    "node": [{"name": "inspect", "task": {"skill": "inspect", "agent": agent}}],
    "output": [{"name": "seen", "value": "steps.inspect.output.report.seen"}],
}
started = ask("POST", "/dag", {"yangent-workflows:dag": {"graph": graph, "request": {"input": {}}}})
execution = json.loads(started[1]["DAG-Execution-ID"])
uri = document(started)["uri"]
step = f"/dag/{execution}/steps/inspect"

# The execution request: the step is ready when it has a task.
while True:
    request = ask("GET", step)
    if request[0] == 200:
        break
    time.sleep(0.1)


def say(kind, **said):
    message = {"dag": uri, kind: said}
    return ask("POST", f"{step}/{kind}", {"yangent-workflows:dag-message": message})[0]


said = [say("acceptance", estimate=5), say("status", percent=50, note="half way")]
first = started[1]["DAG-Checkpoint"]
made = ask("POST", f"/dag/{execution}/checkpoints", {"yangent-workflows:dag-message": {"dag": uri, "checkpoint-request": {"label": "half"}}})
stale = ask("GET", f"/dag/{execution}", **{"DAG-Checkpoint": first})
said.append(say("result", output={"report": {"seen": "a broken fan"}}, quality=[{"name": "confidence", "value": "0.9"}]))
while document(ask("GET", f"/dag/{execution}"))["run"]["state"] not in ("completed", "failed", "canceled"):
    time.sleep(0.1)
end = document(ask("GET", f"/dag/{execution}"))
print(
    json.dumps(
        {
            "started": started[0],
            "scheme": uri.split(":")[0],
            "step": request[2]["yangent-workflows:dag-message"]["node"].split(":")[0],
            "skill": request[2]["yangent-workflows:dag-message"]["execution-request"]["skill"],
            "said": said,
            "checkpoints": [made[0], made[1]["DAG-Checkpoint"], stale[0]],
            "state": end["run"]["state"],
            "output": end["run"]["output"],
        }
    )
)
