"""Figure 1 of the Internet of Agents Task Protocol, by four clients that know the names of the draft only.

Reads {"url", "user", "password", "certificate"} as its argument; prints what each agent saw, as one JSON object.
"""
import asyncio
import base64
import json
import ssl
import sys
from urllib.parse import quote

import websockets

SCHOLAR = "Google Scholar Agent"
SPECIALIST = "AI Research Specialist"
PDF = "PDF Agent"
WRITER = "Academic Writing Agent"
GIVEN = json.loads(sys.argv[1])
TLS = ssl.create_default_context(cafile=GIVEN["certificate"])
TLS.minimum_version = ssl.TLSVersion.TLSv1_3
LOGIN = base64.b64encode(f"{GIVEN['user']}:{GIVEN['password']}".encode()).decode()


class Agent:
    """One agent: header and payload, as in figure 3."""

    def __init__(self, name, socket):
        self.name = name
        self.socket = socket
        self.seen = []

    async def say(self, group_id, state, **payload):
        header = {"sender": self.name, "state": state, "group_id": group_id}
        await self.socket.send(json.dumps({"header": header, "payload": payload}))

    async def hear(self, fits):
        while True:
            frame = json.loads(await asyncio.wait_for(self.socket.recv(), 30))
            header, payload = frame.get("header", frame), frame.get("payload", frame)
            self.seen.append([header.get("sender"), payload.get("type"), header.get("state")])
            if payload.get("type") == "error":
                raise RuntimeError(f"{self.name}: {payload.get('content')}")
            if fits(header, payload):
                return header, payload

    async def my_turn(self, group_id):
        return await self.hear(lambda h, p: h["group_id"] == group_id and self.name in (p.get("next_speaker") or []))

    async def typed(self, kind, group_id=None):
        return await self.hear(lambda h, p: p["type"] == kind and group_id in (None, h["group_id"]))


async def connect(name):
    url = f"{GIVEN['url']}/{quote(name)}"
    return Agent(name, await websockets.connect(url, ssl=TLS, extra_headers={"Authorization": f"Basic {LOGIN}"}))


async def scholar(agent):
    await agent.say(
        "", "discussion", goal='Write a research paper on "Internet of Agents"',
        team_members=[SPECIALIST, PDF, WRITER], team_up_depth=1, max_turns=20,
    )
    header, payload = await agent.typed("team formation")
    group = header["group_id"]
    assert payload["team_up_depth"] == 1 and payload["max_turns"] == 20, payload
    await agent.my_turn(group)
    await agent.say(group, "discussion", content="How shall we plan it?", type="discussion", next_speaker=[SPECIALIST])
    await agent.hear(lambda h, p: h["sender"] == SPECIALIST and p["type"] == "discussion")
    await agent.say(
        group, "asynchronous task assignment", task_id="parse", task_desc="Parse the surveys",
        task_abstract="parsing", next_speaker=[PDF],
    )
    header, payload = await agent.typed("task assignment", group)
    assert header["state"] == "asynchronous task assignment", header
    await agent.say(group, "pause & trigger", triggers=["parse"])
    header, _ = await agent.typed("pause & trigger", group)
    assert header["state"] == "pause & trigger", header
    _, payload = await agent.typed("task result", group)
    parsed = payload["task_conclusion"]
    await agent.my_turn(group)
    await agent.say(
        group, "synchronous task assignment", message_type="task assignment", task_id="write",
        task_desc=f"Write the paper: {parsed}", next_speaker=WRITER,
    )
    _, payload = await agent.typed("task result", group)
    written = payload["task_conclusion"]
    await agent.my_turn(group)
    await agent.say(group, "conclusion", content=f"done: {written}")
    header, payload = await agent.typed("conclusion", group)
    return group, payload["content"]


async def specialist(agent):
    header, _ = await agent.my_turn((await agent.typed("team formation"))[0]["group_id"])
    await agent.say(header["group_id"], "discussion", content="Related work first.", next_speaker=[SCHOLAR])
    await agent.typed("conclusion")


async def pdf(agent):
    header, task = await agent.hear(lambda h, p: p.get("task_id") == "parse" and PDF in (p.get("next_speaker") or []))
    # The task needs what this agent has not: a team below the team.
    await agent.say(
        "", "discussion", goal="Sum up the surveys", team_members=[WRITER], team_up_depth=0, task_id=task["task_id"],
    )
    sub = (await agent.hear(lambda h, p: p["type"] == "team formation" and p["goal"] == "Sum up the surveys"))[0]["group_id"]
    await agent.my_turn(sub)
    await agent.say(sub, "discussion", content="Which survey matters?", next_speaker=[WRITER])
    _, answer = await agent.hear(lambda h, p: h["sender"] == WRITER and h["group_id"] == sub)
    await agent.my_turn(sub) if PDF not in answer["next_speaker"] else None
    await agent.say(sub, "conclusion", content="three surveys")
    await agent.hear(lambda h, p: p["type"] == "conclusion" and h["group_id"] == header["group_id"])


async def writer(agent):
    while True:
        header, payload = await agent.hear(
            lambda h, p: WRITER in (p.get("next_speaker") or []) or p["type"] == "conclusion",
        )
        if payload["type"] == "conclusion" and payload["content"].startswith("done"):
            return
        if payload["type"] == "discussion":
            await agent.say(header["group_id"], "discussion", content="The newest.", next_speaker=[PDF])
        if payload["type"] == "task assignment":
            await agent.say(
                header["group_id"], "discussion", task_id=payload["task_id"], task_conclusion="the paper on three surveys",
            )


async def main():
    parts = {SCHOLAR: scholar, SPECIALIST: specialist, PDF: pdf, WRITER: writer}
    agents = {name: await connect(name) for name in parts}
    try:
        (group, conclusion), *_ = await asyncio.gather(*(work(agents[name]) for name, work in parts.items()))
        print(json.dumps({"group": group, "conclusion": conclusion, "seen": {n: a.seen for n, a in agents.items()}}))
    except Exception:
        print(json.dumps({n: a.seen for n, a in agents.items()}, indent=1), file=sys.stderr)
        raise
    finally:
        await asyncio.gather(*(agent.socket.close() for agent in agents.values()))


asyncio.run(main())
