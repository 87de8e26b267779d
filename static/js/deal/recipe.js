// The same check as a program of its own, for those who trust no page: Python with its standard library alone.

const PROGRAM = `
import hashlib
import hmac
import json

deal = json.loads(DEAL)


def numbers(label):
    block = 0
    while True:
        digest = hmac.digest(seed, f"{label}:{block}".encode(), "sha256")
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
        block += 1


def below(stream, n):
    return next(u for u in stream if u < 2**32 - 2**32 % n) % n


def again(label, before):
    stream = numbers(label)
    if isinstance(before, int):
        return below(stream, before)
    items = list(before)
    for i in range(len(items) - 1, 0, -1):
        j = below(stream, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


server_seed = bytes.fromhex(deal["server_seed"])
salts = "salts:" + ",".join(deal["salts"])
seed = hmac.digest(server_seed, salts.encode(), "sha256")

fits = hashlib.sha256(server_seed).hexdigest() == deal["commitment"]
print("fits" if fits else "DIFFERS", "the fingerprint")
for label, before, after in deal["steps"]:
    print("fits" if again(label, before) == after else "DIFFERS", label)
`;

/**
 * Return the text of a Python program that checks this deal.
 * @param {string} match
 * @param {import("./check.js").Deal} deal
 */
export function recipe(match, deal) {
  const { commitment, server_seed } = deal;
  const salts = deal.seats.map((seat) => seat.salt);
  const steps = deal.steps.map((step) => [step.label, step.before, step.after]);
  const rows = steps.map((step) => JSON.stringify(step)).join(",\n");
  const head = JSON.stringify({ commitment, server_seed, salts }, null, 1).slice(0, -2);
  return `# The deal of the match ${match}. Python 3, nothing else.\nDEAL = r"""${head},\n "steps": [\n${rows}\n]}"""\n${PROGRAM}`;
}
