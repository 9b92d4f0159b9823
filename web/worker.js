/**
 * A player in a thread of its own, so that a page stays quick while it thinks.
 *
 *     const worker = new Worker("worker.js", { type: "module" });
 *     worker.postMessage({ id: 1, call: "create", game: "go9", agent: "grave:playouts=1000", seed: 1 });
 *
 * Every message has an `id` of the page's choice and a `call`; exactly one answer has the same `id`
 * and either an `error` (a text) or what was asked for:
 *
 *     create { game, agent, seed }     a new player         -> state
 *     play { move }                    plays a move         -> state
 *     undo { count }                   takes moves back     -> state
 *     restart { position }             begins again         -> state
 *     think { play, every }            searches until the agent is done or is told to stop, then
 *                                      plays the best move if `play`; with `progress` messages of the
 *                                      same id each `every` milliseconds -> state
 *     stop {}                          ends the search      -> {}
 *     bytes { game, agent }            what a player takes  -> { bytes }
 *     signature {}                     how this build searches -> { signature }
 *
 * A state is { names, toMove, outcome, moves, history, position, report, thought }; `thought`, after a
 * search, is { move, mean, analysis, playouts, seconds, stopped, who }. A call that changes the game ends
 * a search under way, which then answers first and plays nothing.
 */
import { Cairn, CairnError } from "./cairn.js";

const loaded = Cairn.load(new URL("cairn.wasm", import.meta.url));
loaded.catch(() => {}); // whoever needs it is told
/** How long to search before looking at messages. */
const SLICE = 25;

let player = null;
/** The search under way: { stop: false | "play" | "drop" }. */
let search = null;

const calls = {
  async create({ game, agent, seed }) {
    player = (await loaded).player(game, agent, seed);
    return state();
  },
  play({ move }) {
    needed().play(move);
    return state();
  },
  undo({ count = 1 }) {
    for (let i = 0; i < count && needed().undo(); i++);
    return state();
  },
  restart({ position }) {
    needed().restart(position);
    return state();
  },
  think,
  stop() {
    if (search) search.stop ||= "play";
    return {};
  },
  async bytes({ game, agent }) {
    return { bytes: (await loaded).bytes(game, agent) };
  },
  async signature() {
    return { signature: (await loaded).signature() };
  },
};

function needed() {
  if (!player) throw new CairnError("there is no player yet: call create first");
  return player;
}

function state(thought) {
  const { names, toMove, outcome, moves, history, position } = player;
  return { names, toMove, outcome, moves, history, position, report: player.report(), thought };
}

async function think({ id, play = false, every = 200 }) {
  needed();
  const mine = (search = { stop: false });
  const begun = performance.now();
  const limit = player.report().milliseconds || Infinity;
  let reported = begun;
  while (!mine.stop) {
    const goesOn = player.run(Math.min(SLICE, begun + limit - performance.now()));
    const now = performance.now();
    if (!goesOn || now - begun >= limit) break;
    if (now - reported >= every) {
      reported = now;
      postMessage({ id, progress: thought(begun, false) });
    }
    await messages();
  }
  const found = thought(begun, Boolean(mine.stop));
  search = null;
  if (play && mine.stop !== "drop" && found.move) player.play(found.move);
  return state(found);
}

function thought(begun, stopped) {
  const who = player.toMove;
  const move = player.best();
  const analysis = player.analysis().filter(({ visits }) => visits > 0);
  const mean = analysis.find((entry) => entry.move === move)?.mean ?? 0.5;
  const { playouts } = player.report();
  return { who, move, mean, analysis, playouts, seconds: (performance.now() - begun) / 1000, stopped };
}

/** Lets messages come in; unlike a timer, without waiting. */
const channel = new MessageChannel();
const waiting = [];
channel.port1.onmessage = () => waiting.shift()();
function messages() {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}

const CHANGES = new Set(["create", "play", "undo", "restart", "think"]);

onmessage = async ({ data }) => {
  const { id, call } = data;
  try {
    if (!Object.hasOwn(calls, call)) throw new CairnError(`no call is named '${call}': there are ${Object.keys(calls).join(", ")}`);
    while (CHANGES.has(call) && search) {
      search.stop = "drop";
      await messages();
    }
    postMessage({ id, ...(await calls[call](data)) });
  } catch (error) {
    postMessage({ id, error: error instanceof CairnError ? error.message : `${error}` });
  }
};
