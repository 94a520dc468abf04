"""Members of a group that talk while the node dies and comes again, each a client of its own.

Reads {"url_file", "user", "password", "certificate", "group", "names", "count"} as its argument. The file has the address of the node. Prints
a line for each frame that the node acknowledged, and at the end what each member had acknowledged and heard, as one JSON object.
"""
import asyncio
import base64
import json
import ssl
import sys
from urllib.parse import quote

import websockets

GIVEN = json.loads(sys.argv[1])
TLS = ssl.create_default_context(cafile=GIVEN["certificate"])
LOGIN = base64.b64encode(f"{GIVEN['user']}:{GIVEN['password']}".encode()).decode()
TOTAL = GIVEN["count"] * len(GIVEN["names"])


class Member:
    def __init__(self, name):
        self.name = name
        # The frames to say; the first one is said until it comes back, which is how the node acknowledges it.
        self.left = [f"{name}-{number}" for number in range(GIVEN["count"])]
        self.acknowledged = {}
        self.heard = []
        self.connections = 0

    def is_done(self):
        return not self.left and len({each["message_id"] for each in self.heard}) == TOTAL

    async def say(self, socket):
        if self.left:
            frame = {"group_id": GIVEN["group"], "type": "discussion", "message_id": self.left[0]}
            await socket.send(json.dumps({**frame, "content": f"says {self.left[0]}"}))

    async def take(self, socket, frame):
        if frame.get("type") == "error":
            raise RuntimeError(f"{self.name}: {frame}")
        if frame.get("type") != "discussion" or frame.get("group_id") != GIVEN["group"]:
            return
        kept = {name: frame[name] for name in ("sequence", "message_id", "content", "sender")}
        if frame["sender"] != self.name:
            self.heard.append(kept)
            await socket.send(
                json.dumps({"type": "acknowledge", "group_id": GIVEN["group"], "sequence": frame["sequence"]}))
        elif frame["message_id"] == (self.left or [None])[0]:
            self.heard.append(kept)
            self.acknowledged[self.left.pop(0)] = frame["sequence"]
            print("acknowledged", flush=True)
            await self.say(socket)

    async def live(self):
        while not self.is_done():
            try:
                with open(GIVEN["url_file"], encoding="utf8") as file:
                    url = f"{file.read()}/{quote(self.name)}"
                login = {"Authorization": f"Basic {LOGIN}"}
                async with websockets.connect(url, ssl=TLS, extra_headers=login, open_timeout=5) as socket:
                    self.connections += 1
                    await self.say(socket)
                    while not self.is_done():
                        await self.take(socket, json.loads(await socket.recv()))
            except (OSError, asyncio.TimeoutError, websockets.exceptions.WebSocketException):
                # The node is away.
                await asyncio.sleep(0.1)


async def main():
    members = [Member(name) for name in GIVEN["names"]]
    await asyncio.wait_for(asyncio.gather(*(member.live() for member in members)), 300)
    told = {
        member.name: {
            "acknowledged": member.acknowledged, "heard": member.heard, "connections": member.connections,
        } for member in members
    }
    print(json.dumps(told), flush=True)


asyncio.run(main())
