// web/cairn.wasm in Node, through web/cairn.js. `speed` as argument: playouts a second instead.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Cairn, CairnError } from "../web/cairn.js";

const root = new URL("..", import.meta.url);
const file = (path) => readFileSync(new URL(path, root));
const TINY = "graver:memory=32KiB,playouts=12800";

// Every memory that is created, to check that none grows.
const memories = [];
const { Memory } = WebAssembly;
WebAssembly.Memory = function (limits) {
  const memory = new Memory(limits);
  memories.push({ memory, bytes: memory.buffer.byteLength });
  return memory;
};

const cairn = await Cairn.load(file("web/cairn.wasm"));
if (process.argv[2] === "speed") speed();
else tests();

function run(player) {
  let playouts = 0;
  for (let ran; (ran = player.step(500)) > 0;) playouts += ran;
  return playouts;
}

function tests() {
  test("the signature is the program's", () => {
    assert.equal(cairn.signature(), file("crates/cairn-arena/src/signature.txt").toString().trim());
  });

  test("games are the same as elsewhere", () => {
    const here = new Set(cairn.games().map(({ name }) => name));
    // The module has no chess and no draughts.
    const has = (line) => here.has(line.split(/[ :]/)[0]) || assert.match(line, /^(chess|draughts) /);
    const lines = file("crates/cairn-ffi/tests/games.txt").toString().trim().split("\n").filter(has);
    for (const line of lines) {
      const [game, agent, ...moves] = line.split(" ");
      const player = cairn.player(game, agent, 7);
      // The library rolls dice itself, after a move.
      while (player.history.length < moves.length) {
        run(player);
        player.play(player.best());
      }
      assert.deepEqual(player.history, moves, line);
    }
    const played = new Set(lines.map((line) => line.split(/[ :]/)[0]));
    for (const name of here) assert.ok(played.has(name), name);
  });

  test("a whole game in 64 KiB, in memory that cannot grow", () => {
    assert.ok(cairn.bytes("go9", TINY) < 64 * 1024);
    const player = cairn.player("go9", "graver2:nodes=160,top=20,second=20,amaf=own-any", 3);
    const { memory } = player.report();
    while (player.toMove >= 0) {
      run(player);
      const best = player.best();
      assert.ok(player.moves.includes(best));
      player.play(best);
    }
    assert.ok(player.history.length > 40);
    assert.deepEqual([...player.outcome].sort(), [0, 1]);
    assert.equal(player.report().memory, memory);
    for (const { memory, bytes } of memories) {
      assert.equal(memory.buffer.byteLength, bytes);
      assert.throws(() => memory.grow(1), RangeError);
    }
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(file("web/cairn.wasm")));
    assert.deepEqual(imports, [
      { module: "env", name: "memory", kind: "memory" },
      { module: "env", name: "now", kind: "function" },
    ]);
  });

  test("players are as large as docs/embedding.md says", () => {
    const page = file("docs/embedding.md").toString();
    const [, table] = page.split("| whole instance |");
    let first;
    for (const row of table.split("\n\n")[0].split("\n").slice(2)) {
      const [, agent, search, player, instance] = row.split("|").map((cell) => cell.trim());
      const [text] = agent.match(/(?<=`).*(?=`)/);
      const spec = agent.startsWith("the same with") ? `${first},${text}` : text;
      first ??= spec;
      const { bytes, searchBytes, memory } = cairn.player("go9", spec).report();
      const number = (cell) => Number(cell.replace(" bytes", "").replaceAll(",", ""));
      assert.deepEqual([number(search), number(player)], [searchBytes, bytes], spec);
      const [size, unit] = instance.split(" ");
      const rounded = memory / { KiB: 1024, MiB: 1048576 }[unit];
      assert.equal(unit === "KiB" ? rounded : rounded.toFixed(1), unit === "KiB" ? Number(size) : size, spec);
    }
    assert.ok(first);
  });

  test("statistics of moves", () => {
    const player = cairn.player("tictactoe", "uct:playouts=300");
    for (const move of "a1 b2 b1 c3".split(" ")) player.play(move);
    assert.equal(player.step(100), 100);
    assert.equal(player.best(), "c1");
    assert.equal(run(player), 200);
    const [win] = player.analysis();
    assert.equal(player.analysis().length, 5);
    assert.deepEqual([win.move, win.mean, win.amafVisits], ["c1", 1, 0]);
    assert.equal(player.report().playouts, 300);
    player.play("c1");
    assert.deepEqual([player.toMove, player.outcome, player.moves, player.best()], [-1, [1, 0], [], ""]);
    assert.ok(player.undo());
    assert.equal(player.position, "..O/.O./XX.");
    assert.match(player.drawing, /\n/);
    player.restart("X../.../...");
    assert.deepEqual([player.toMove, player.history], [1, []]);
  });

  test("Go's conventions: passing, resigning, the score without dead stones", () => {
    const player = cairn.player("go:size=5", "uct:playouts=400");
    const choose = () => (run(player), player.choose());
    const rows = "1X1X1/XXXXX/OO1X1/XXXXX/1X1X1";
    player.restart(`${rows} b - 0 0.5`);
    assert.deepEqual(player.score(), { lead: 24.5, dead: ["A3", "B3"] });
    for (let ply = 0; ply < 2; ply++) {
      assert.equal(choose(), "pass");
      player.play("pass");
    }
    assert.deepEqual([player.toMove, player.choose()], [-1, ""]);
    player.restart(`${rows} w - 0 0.5`);
    assert.notEqual(choose(), "resign");
    assert.equal(choose(), "resign");
    const other = cairn.player("tictactoe", "uct:playouts=100");
    run(other);
    assert.equal(other.choose(), other.best());
    assert.throws(() => other.score(), /^CairnError: only Go has a score/);
  });

  test("wrong arguments are errors", () => {
    const fails = (act, message) => assert.throws(act, (error) => error instanceof CairnError && message.test(error.message));
    fails(() => cairn.bytes("shogi", "grave"), /^no game is called 'shogi': there are tictactoe, go9/);
    fails(() => cairn.player("go9", "uct:bias=1"), /^uct has no key 'bias'/);
    fails(() => cairn.player("go9", "x".repeat(5000)), /^the texts are too long/);
    const player = cairn.player("go:size=2", "uct:playouts=10");
    fails(() => player.play("Z9"), /^'Z9' is not a legal move here: there are A1, B1/);
    for (const move of "A1 B2 A2 B1 A1 A2".split(" ")) player.play(move);
    fails(() => player.play("A1"), /superko/);
    fails(() => player.restart("nonsense"), /./);
    assert.equal(player.history.length, 6);
    while (player.undo());
    assert.equal(player.history.length, 0);
  });
}

function speed() {
  const plain = "playout=uniform,prior=off";
  const agents = [
    ["go9", `${TINY},${plain}`],
    ["go9", `grave:playouts=10000,${plain}`],
    ["go9", "grave:playouts=10000,playout=mast,prior=off"],
    ["go9", TINY],
    ["go:size=13", `grave:playouts=2000,${plain}`],
    ["othello", "grave:playouts=10000"],
    ["hex", "grave:playouts=5000"],
    ["connect4", "uct:playouts=20000"],
  ];
  for (const [game, agent] of agents) {
    const player = cairn.player(game, agent);
    // The best of several by processor time, because other programs may be using the machine.
    let best = 0;
    for (let round = 0; round < 12; round++) {
      player.restart();
      const begun = process.cpuUsage();
      const playouts = run(player);
      const { user, system } = process.cpuUsage(begun);
      best = Math.max(best, (1e6 * playouts) / (user + system));
    }
    const { bytes, searchBytes, memory } = player.report();
    console.log(`${game} ${agent}: ${Math.round(best)} playouts/s, search ${searchBytes}, player ${bytes}, instance ${memory} bytes`);
  }
}
