/**
 * A player in its own thread, so that the page stays responsive while it thinks.
 *
 *     const worker = new Worker("worker.js", { type: "module" });
 *     worker.postMessage({ id: 1, call: "create", game: "go9", agent: "grave:playouts=1000", seed: 1 });
 *
 * Every message has an `id`, which the page chooses, and a `call`. Exactly one answer with the same `id`
 * follows. It has either an `error` (a text) or the result:
 *
 *     create { game, agent, seed }     a new player         -> state
 *     play { move }                    plays a move         -> state
 *     undo { count }                   takes moves back     -> state
 *     restart { position }             begins again         -> state
 *     think { play, every }            searches until the agent is done or `stop` is called, then
 *                                      plays the chosen move if `play`; meanwhile it sends `progress`
 *                                      messages of the same id every `every` milliseconds -> state
 *     stop {}                          ends the search      -> {}
 *     score {}                         the score of Go      -> { lead, dead }
 *     bytes { game, agent }            the bytes that a player needs -> { bytes }
 *     signature {}                     the signature of this build's searches -> { signature }
 *
 * A state is { names, toMove, outcome, resigned, moves, history, position, report, lastSearch }.
 * `resigned` is the player who resigned, or null; the game is then over, and `toMove` is -1. After a
 * search, `lastSearch` is { move, mean, analysis, playouts, seconds, stopped, who }. A call that changes
 * the game ends a running search; that search answers first and plays no move.
 */
import { Cairn, CairnError } from "./cairn.js";

const loaded = Cairn.load(new URL("cairn.wasm", import.meta.url));
loaded.catch(() => {}); // each call that awaits it reports the error
/** Milliseconds to search before handling messages. */
const SLICE = 25;

let player = null;
let resigned = null;
/** The running search: { stop: false | "play" | "drop" }. */
let search = null;

const calls = {
  async create({ game, agent, seed }) {
    player = (await loaded).player(game, agent, seed);
    resigned = null;
    return state();
  },
  play({ move }) {
    requirePlayer().play(move);
    resigned = null;
    return state();
  },
  undo({ count = 1 }) {
    for (let i = 0; i < count && requirePlayer().undo(); i++);
    resigned = null;
    return state();
  },
  restart({ position }) {
    requirePlayer().restart(position);
    resigned = null;
    return state();
  },
  score() {
    return requirePlayer().score();
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

function requirePlayer() {
  if (!player) throw new CairnError("there is no player yet: call create first");
  return player;
}

function state(lastSearch) {
  const { names, outcome, moves, history, position } = player;
  const toMove = resigned === null ? player.toMove : -1;
  return { names, toMove, outcome, resigned, moves, history, position, report: player.report(), lastSearch };
}

async function think({ id, play = false, every = 200 }) {
  requirePlayer();
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
      postMessage({ id, progress: searchResult(begun, false) });
    }
    await messages();
  }
  const found = searchResult(begun, Boolean(mine.stop));
  search = null;
  if (play && mine.stop !== "drop") {
    const move = player.choose();
    if (move === "resign") resigned = player.toMove;
    else if (move) player.play(move);
  }
  return state(found);
}

function searchResult(begun, stopped) {
  const who = player.toMove;
  const move = player.best();
  const analysis = player.analysis().filter(({ visits }) => visits > 0);
  const mean = analysis.find((entry) => entry.move === move)?.mean ?? 0.5;
  const { playouts } = player.report();
  return { who, move, mean, analysis, playouts, seconds: (performance.now() - begun) / 1000, stopped };
}

/** Lets waiting messages be handled; unlike a timer, it adds no delay. */
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
    if (!Object.hasOwn(calls, call)) throw new CairnError(`there is no call '${call}': use one of ${Object.keys(calls).join(", ")}`);
    while (CHANGES.has(call) && search) {
      search.stop = "drop";
      await messages();
    }
    postMessage({ id, ...(await calls[call](data)) });
  } catch (error) {
    postMessage({ id, error: error instanceof CairnError ? error.message : `${error}` });
  }
};
