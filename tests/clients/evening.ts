// Plays evenings through openapi-fetch, with the types that openapi-typescript made.

import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";
import { type Table, address, tables, told } from "./tables.js";

type Schemas = components["schemas"];
type Read = [rules: string, how: string, sent: unknown, read: unknown];

const players = ["An", "Bình", "Cúc", "Dũng", "Em", "Giang", "Hà", "Khoa"];

function found<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

async function play(table: Table): Promise<Read[]> {
  const { rules, settings, rounds } = table;
  const stranger = createClient<paths>({ baseUrl: address });
  const opened = found(
    await stranger.POST("/api/v1/sessions/", {
      body: { rules, settings, bet_unit: 1_000_000, players },
    }),
  );
  const client = createClient<paths>({
    baseUrl: address,
    headers: { Authorization: `Bearer ${opened.score_key}` },
  });
  const path = { session_id: opened.id };
  const submission = (facts: Schemas["Facts"]) => ({ id: crypto.randomUUID(), facts });
  const read: Read[] = [];
  const note = (how: string, sent: unknown, round: Schemas["RoundOrScored"]) =>
    read.push([rules, how, sent, told(round)]);

  for (const facts of rounds) {
    const recorded = found(
      await client.POST("/api/v1/sessions/{session_id}/rounds/", {
        params: { path },
        body: submission(facts),
      }),
    );
    note("recorded", facts, recorded);
    check("number" in recorded, "a new round has a number");
    if ("number" in recorded) {
      const one = { path: { ...path, number: recorded.number } };
      note(
        "read",
        facts,
        found(
          await client.GET("/api/v1/sessions/{session_id}/rounds/{number}/", { params: one }),
        ),
      );
    }
  }
  const [first, second] = rounds;
  if (!first || !second) throw new Error("too few rounds");
  const scored = await client.POST("/api/v1/sessions/{session_id}/rounds/", {
    params: { path, query: { dry_run: "1" } },
    body: submission(first),
  });
  note("scored", first, found(scored));
  const voided = await client.POST("/api/v1/sessions/{session_id}/rounds/{number}/void/", {
    params: { path: { ...path, number: 1 } },
    body: { reason: "ghi nhầm" },
  });
  check(found(voided).state === "void", "the round is void");
  note("voided", first, found(voided));
  const corrected = await client.PUT("/api/v1/sessions/{session_id}/rounds/{number}/", {
    params: { path: { ...path, number: 2 } },
    body: submission(second),
  });
  check(found(corrected).corrects === 2, "the round corrects another");
  note("corrected", second, found(corrected));
  const listed: Schemas["RoundObject"][] = [];
  for (let page = 1, more = true; more; page += 1) {
    const list = found(
      await client.GET("/api/v1/sessions/{session_id}/rounds/", {
        params: { path, query: { page, page_size: 100 } },
      }),
    );
    listed.push(...list.results);
    more = list.next !== null;
  }
  const sent = [...rounds, second];
  check(sent.length === listed.length, "every round is listed");
  listed.reverse().forEach((round, index) => note("listed", sent[index], round));

  const totals = found(
    await client.GET("/api/v1/sessions/{session_id}/totals/", { params: { path } }),
  );
  const ledger = found(
    await client.GET("/api/v1/sessions/{session_id}/ledger/", { params: { path } }),
  );
  const settlement = found(
    await client.GET("/api/v1/sessions/{session_id}/settlement/", { params: { path } }),
  );
  const balances = new Map(totals.players.map((each) => [each.seat, each.balance]));
  check(ledger.count > 0, "the ledger has entries");
  for (const { payer, payee, amount } of settlement.payments) {
    balances.set(payer, (balances.get(payer) ?? 0) + amount);
    balances.set(payee, (balances.get(payee) ?? 0) - amount);
  }
  check([...balances.values()].every((balance) => balance === 0), "everybody is quits");
  const closed = await client.POST("/api/v1/sessions/{session_id}/close/", { params: { path } });
  check(found(closed).state === "closed", "the session is closed");
  return read;
}

const all = await Promise.all(tables.map(play));
console.log(JSON.stringify(all.flat()));
