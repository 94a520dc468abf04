"""Verifies an archive of an audit log, by its format alone: python3 audit_auditor.py ARCHIVE [VERIFIER-KEY] [--checkpoint FILE]."""
import base64
import hashlib
import json
import sys

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def root_of(edge):
    root = None
    for part in reversed(edge):
        root = part if root is None else sha(b"\x01", part, root)
    return root if root is not None else sha()


def append(edge, size, leaf):
    while size % 2 == 1:
        leaf = sha(b"\x01", edge.pop(), leaf)
        size //= 2
    edge.append(leaf)


def key_of(text):
    name, key_id, octets = text.split("+", 2)
    octets = base64.b64decode(octets)
    assert sha(name.encode(), b"\n", octets)[:4].hex() == key_id, "the key has another ID"
    return name, bytes.fromhex(key_id), Ed25519PublicKey.from_public_bytes(octets[1:])


def is_signed(note, keys):
    """True when one of the keys signs the note; a later checkpoint may sign what a strange key signs here."""
    text, signatures = note.split("\n\n", 1)
    for line in signatures.splitlines():
        _, name, signed = line.split(" ")
        signed = base64.b64decode(signed)
        for own_name, key_id, key in keys:
            if name == own_name and signed[:4] == key_id:
                key.verify(signed[4:], (text + "\n").encode())
                return True
    return False


def check_checkpoint(note, origin, size, root):
    text = note.split("\n\n", 1)[0]
    expected = [origin, str(size), base64.b64encode(root).decode()]
    assert text.split("\n") == expected, f"another checkpoint than that of {size} records"


def follow(record, origin, keys):
    """The trusted keys after the record of a key."""
    if record.get("reason") == "compromised":
        return [key for key in keys if key[1] == key_of(record["key"])[1]]
    if "rotation" in record and is_signed(record["rotation"], keys):
        title, successor = record["rotation"].split("\n\n", 1)[0].split("\n")
        assert title == origin + "/rotation", "another note"
        return [*keys, key_of(successor)]
    return keys


def compare(exported, hashes, first):
    """Names the first of the records from `first` on that is not as it was exported."""
    exported = base64.b64decode(exported)
    assert len(exported) == 32 * len(hashes), f"the records {first} to {first + len(hashes) - 1} have other hashes"
    for index, own in enumerate(hashes):
        assert exported[32 * index : 32 * index + 32] == own, f"record {first + index} was changed"


def kept_in(path):
    """The origin, size and root of a checkpoint that the auditor has kept."""
    with open(path) as file:
        return file.read().split("\n\n", 1)[0].split("\n")[:3]


def main(path, *given):
    kept = kept_in(given[-1]) if "--checkpoint" in given else None
    given = [text for text in given if "+" in text and not text.startswith("/")]
    with open(path, "rb") as file:
        header = json.loads(next(file))
        edge = [base64.b64decode(each) for each in header["edge"]]
        size = signed = header["first"]
        keys = [key_of(text) for text in (given or header["keys"])]
        hashes = []
        for line in file:
            value = json.loads(line)
            if "note" in value:
                check_checkpoint(value["note"], header["origin"], size, root_of(edge))
                if is_signed(value["note"], keys):
                    signed = size
            elif "leaves" in value:
                compare(value["leaves"], hashes, size - len(hashes))
                hashes = []
            else:
                assert value["sequence"] == size, f"record {size} is missing"
                hashes.append(sha(b"\x00", line.rstrip(b"\n")))
                append(edge, size, hashes[-1])
                size += 1
                if kept and int(kept[1]) == size:
                    assert kept[2] == base64.b64encode(root_of(edge)).decode(), f"the first {size} records were rewritten"
                if value["record-kind"] == "key":
                    keys = follow(value, header["origin"], keys)
        assert not kept or int(kept[1]) <= size, f"the log ends with {size} records and was shortened"
        assert signed == size, f"no known key signs the records from {signed} on"
        print(f"{size - header['first']} records of {header['origin']} are signed")


main(*sys.argv[1:])
