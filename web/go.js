/** The page: a board of 9×9 Go, and a player in a worker. */

const SIZE = 9;
const COLUMNS = "ABCDEFGHJ";
const NAMES = ["Black", "White"];
const [CELL, EDGE] = [100, 100];

const STRENGTHS = [
  ["beginner", "Beginner: 100 playouts", "grave:playouts=100,playout=uniform,prior=off"],
  ["rules", "Tiny: 32 KiB, only the rules", "graver:memory=32KiB,playouts=12800,playout=uniform,prior=off"],
  ["tiny", "Tiny: 32 KiB, Go patterns", "graver:memory=32KiB,playouts=12800"],
  ["strong", "Strong: 4 MiB, 5 seconds", "graver:memory=4MiB,time=5s"],
];

const $ = (id) => document.getElementById(id);
const board = $("board");

// ---- The worker -----------------------------------------------------------------------------

const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const pending = new Map();
let lastId = 0;

/** Calls the worker; `progress` gets its progress messages. */
function ask(call, args = {}, progress) {
  const id = ++lastId;
  worker.postMessage({ ...args, id, call });
  return new Promise((resolve, reject) => pending.set(id, { resolve, reject, progress }));
}

worker.onmessage = ({ data }) => {
  const waiting = pending.get(data.id);
  if (data.progress) return waiting?.progress?.(data.progress);
  pending.delete(data.id);
  if (data.error !== undefined) waiting?.reject(new Error(data.error));
  else waiting?.resolve(data);
};
worker.onerror = (event) => say(`The player's thread failed: ${event.message ?? "it did not load"}. Reload the page.`);

// ---- The game -------------------------------------------------------------------------------

let state = null;
let side = "0";
let lastSearch = null;
let thinking = false;
/** The number of this game: answers about an earlier one are ignored. */
let round = 0;
/** The point selected with the keyboard. */
let cursor = { column: 4, row: 4 };

const humanMoves = () => state && state.toMove >= 0 && (side === "both" || side === String(state.toMove));

async function newGame() {
  const mine = ++round;
  side = new FormData($("new")).get("side");
  const [, , agent] = STRENGTHS.find(([name]) => name === $("strength").value);
  $("agent").textContent = agent;
  [lastSearch, thinking] = [null, false];
  showSearch();
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  await change(mine, ask("create", { game: "go9", agent, seed }));
}

/** Waits for a change of the game, shows it, and lets the computer move if it is its turn. */
async function change(mine, answer) {
  try {
    const next = await answer;
    if (mine !== round) return;
    await enter(mine, next);
    if (mine !== round) return;
  } catch (error) {
    if (mine === round) say(error.message);
    return;
  }
  show();
  if (state.toMove >= 0 && !humanMoves()) await think(mine);
}

/** Makes this the state, with the score if two passes have ended the game. */
async function enter(mine, next) {
  const over = next.toMove < 0 && next.resigned === null;
  const score = over ? await ask("score") : null;
  if (mine === round) state = { ...next, score };
}

async function think(mine) {
  thinking = true;
  show();
  const keep = (found) => {
    if (mine !== round) return;
    lastSearch = found;
    showSearch();
    draw();
  };
  try {
    const next = await ask("think", { play: true }, keep);
    if (mine !== round) return;
    thinking = false;
    await enter(mine, next);
    keep(next.lastSearch);
  } catch (error) {
    thinking = false;
    return say(error.message);
  }
  if (mine !== round) return;
  show();
  if (state.toMove >= 0 && !humanMoves()) await change(mine, Promise.resolve(state));
}

function play(move) {
  if (!humanMoves()) return;
  const keep = (next) => {
    if (side !== "both") lastSearch = null;
    return next;
  };
  change(round, ask("play", { move }).then(keep)); // an illegal move changes nothing but the status
}

function undo() {
  if (!state?.history.length) return;
  const mine = ++round; // a running search is about a position that goes away
  [thinking, lastSearch] = [false, null];
  // Back to the user's turn: one move if the computer is about to answer, otherwise two.
  const own = side === "0" || side === "1";
  const answering = own && String(state.history.length % 2) !== side;
  showSearch();
  change(mine, ask("undo", { count: own && !answering && state.history.length > 1 ? 2 : 1 }));
}

// ---- Positions ------------------------------------------------------------------------------

/** Rows from the bottom, 0 for empty, 1 and 2 for black and white. */
function read(position) {
  const [rows] = position.split(" ");
  const stones = rows.split("/").map((row) =>
    [...row.replace(/\d+/g, (count) => ".".repeat(count))].map((c) => ".XO".indexOf(c)));
  return { stones: stones.reverse() };
}

const name = (column, row) => COLUMNS[column] + (row + 1);
const place = (move) => ({ column: COLUMNS.indexOf(move[0]), row: Number(move.slice(1)) - 1 });

// ---- Display -------------------------------------------------------------------------------

const x = (column) => EDGE + column * CELL;
const y = (row) => EDGE + (SIZE - 1 - row) * CELL;

function say(text) {
  $("status").textContent = text;
}

function show() {
  draw();
  const over = state.toMove < 0;
  const last = state.history.at(-1);
  const passed = last === "pass" ? `${NAMES[(state.history.length + 1) % 2]} passed. ` : "";
  if (state.resigned !== null) {
    say(`${NAMES[state.resigned]} resigns: ${NAMES[1 - state.resigned]} wins.`);
  } else if (over) {
    const { lead, dead } = state.score;
    const without = dead.length ? `, without the dead stones ${dead.join(" ")}` : "";
    say(`${NAMES[lead > 0 ? 0 : 1]} wins by ${Math.abs(lead)} points${without}.`);
  } else if (humanMoves()) say(`${passed}${side === "both" ? `${NAMES[state.toMove]} to move.` : "Your move."}`);
  else say(`${passed}${NAMES[state.toMove]} thinks …`);
  $("pass").disabled = !humanMoves();
  $("undo").disabled = !state.history.length;
  $("now").hidden = !thinking;
  board.classList.toggle("idle", !humanMoves());
  showTakes();
}

function showSearch() {
  if (!lastSearch || lastSearch.who < 0) {
    $("bar").firstElementChild.style.width = "50%";
    $("bar").setAttribute("aria-label", "No analysis yet");
    $("chances").textContent = "No analysis yet.";
    $("best").replaceChildren();
    return;
  }
  const black = Math.round(100 * (lastSearch.who === 0 ? lastSearch.mean : 1 - lastSearch.mean));
  const text = `Black ${black} %, White ${100 - black} %`;
  $("bar").firstElementChild.style.width = `${black}%`;
  $("bar").setAttribute("aria-label", `Chances: ${text}`);
  const seconds = lastSearch.seconds.toFixed(1);
  $("chances").textContent = `${text} · ${lastSearch.playouts.toLocaleString("en")} playouts in ${seconds} s`;
  const most = [...lastSearch.analysis].sort((a, b) => b.visits - a.visits).slice(0, 5);
  const total = lastSearch.analysis.reduce((sum, { visits }) => sum + visits, 0);
  $("best").replaceChildren(...most.map(({ move, visits, mean }) => {
    const item = document.createElement("li");
    item.title = `${visits} visits, ${Math.round(100 * mean)} % for ${NAMES[lastSearch.who]}`;
    const bar = document.createElement("i");
    bar.style.width = `${(100 * visits) / total}%`;
    item.append(text_("span", move), bar, text_("span", `${Math.round((100 * visits) / total)} %`));
    return item;
  }));
}

function text_(kind, content) {
  const element = document.createElement(kind);
  element.textContent = content;
  return element;
}

function showTakes() {
  const { bytes, searchBytes, nodes, memory } = state.report;
  const size = (count) => (count < 1 << 20 ? `${(count / 1024).toFixed(1)} KiB` : `${(count / (1 << 20)).toFixed(1)} MiB`);
  const rows = [["nodes", nodes.toLocaleString("en")], ["search", size(searchBytes)],
    ["search and game", size(bytes)], ["whole WebAssembly instance", size(memory)]];
  $("takes").replaceChildren(...rows.flatMap(([what, value]) => [text_("dt", what), text_("dd", value)]));
  $("title-memory").textContent = size(bytes);
}

const svg = (tag, attributes = {}, content) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (content !== undefined) element.textContent = content;
  return element;
};

/** Draws everything that never changes, and adds a group for the stones. */
function drawEmpty() {
  const shade = (id, from, to) => {
    const gradient = svg("radialGradient", { id, cx: "35%", cy: "30%", r: "75%" });
    gradient.append(svg("stop", { offset: 0, "stop-color": from }), svg("stop", { offset: 1, "stop-color": to }));
    return gradient;
  };
  const defs = svg("defs");
  defs.append(shade("stone1", "#6a6f73", "#121416"), shade("stone2", "#ffffff", "#d5d3cc"));
  const grid = svg("g", { stroke: "var(--grid)", "stroke-width": 3, "stroke-linecap": "square" });
  const labels = svg("g", { "font-size": 30, "text-anchor": "middle", fill: "var(--grid)", "font-family": "system-ui, sans-serif" });
  for (let i = 0; i < SIZE; i++) {
    grid.append(svg("line", { x1: x(0), x2: x(8), y1: y(i), y2: y(i) }), svg("line", { x1: x(i), x2: x(i), y1: y(0), y2: y(8) }));
    for (const at of [46, 977]) labels.append(svg("text", { x: x(i), y: at }, COLUMNS[i]));
    for (const at of [36, 964]) labels.append(svg("text", { x: at, y: y(i) + 11 }, i + 1));
  }
  const stars = svg("g", { fill: "var(--grid)" });
  for (const [i, j] of [[2, 2], [6, 2], [2, 6], [6, 6], [4, 4]]) stars.append(svg("circle", { cx: x(i), cy: y(j), r: 9 }));
  board.replaceChildren(defs, grid, stars, labels, svg("g", { id: "stones" }));
}

function draw() {
  const group = $("stones");
  group.replaceChildren();
  if (!state) return;
  const { stones } = read(state.position);
  const last = state.history.at(-1);
  stones.forEach((row, j) => row.forEach((stone, i) => {
    if (!stone) return;
    const opacity = state.score?.dead.includes(name(i, j)) ? 0.4 : 1;
    group.append(svg("circle", { cx: x(i) + 2, cy: y(j) + 5, r: 46, fill: "#0003", opacity }));
    group.append(svg("circle", { cx: x(i), cy: y(j), r: 46, fill: `url(#stone${stone})`, class: "stone", "data-point": name(i, j), opacity }));
    if (last === name(i, j)) {
      group.append(svg("circle", { cx: x(i), cy: y(j), r: 19, fill: "none", stroke: stone === 1 ? "#fff" : "#222", "stroke-width": 5 }));
    }
  }));
  if ($("show").checked && lastSearch && state.toMove >= 0) drawVisits(group, stones);
  if (document.activeElement === board && board.matches(":focus-visible") && humanMoves()) {
    group.append(svg("rect", { x: x(cursor.column) - 46, y: y(cursor.row) - 46, width: 92, height: 92, rx: 14, fill: "none", stroke: "#2f6b52", "stroke-width": 6 }));
  }
}

/** Draws the share of visits of each move, on points that are still empty. */
function drawVisits(group, stones) {
  const most = Math.max(1, ...lastSearch.analysis.map(({ visits }) => visits));
  const total = lastSearch.analysis.reduce((sum, { visits }) => sum + visits, 0);
  for (const { move, visits } of lastSearch.analysis) {
    const share = visits / total;
    if (move === "pass" || share < 0.015) continue;
    const { column, row } = place(move);
    if (stones[row][column]) continue;
    const opacity = 0.25 + 0.55 * (visits / most);
    group.append(svg("circle", { cx: x(column), cy: y(row), r: 18 + 22 * Math.sqrt(visits / most), fill: "#2f6b52", "fill-opacity": opacity, class: "hint" }));
    if (share >= 0.03) group.append(svg("text", { x: x(column), y: y(row) + 10, "font-size": 28, "text-anchor": "middle", fill: "#fff", "font-family": "system-ui, sans-serif", "pointer-events": "none" }, Math.round(100 * share)));
  }
}

// ---- Input ---------------------------------------------------------------------------------

/** The point under a mouse or finger, if it is on the board. */
function under(event) {
  const box = board.getBoundingClientRect();
  const column = Math.round(((event.clientX - box.left) / box.width * 1000 - EDGE) / CELL);
  const row = SIZE - 1 - Math.round(((event.clientY - box.top) / box.height * 1000 - EDGE) / CELL);
  return column >= 0 && column < SIZE && row >= 0 && row < SIZE ? { column, row } : null;
}

board.addEventListener("click", (event) => {
  const point = under(event);
  if (!point) return;
  cursor = point;
  play(name(point.column, point.row));
});

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
board.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = STEPS[event.key];
  if (step) {
    cursor = { column: clamp(cursor.column + step[0]), row: clamp(cursor.row + step[1]) };
    draw();
    if (humanMoves()) say(`${name(cursor.column, cursor.row)}`);
  } else if (event.key === "Enter" || event.key === " ") play(name(cursor.column, cursor.row));
  else if (event.key.toLowerCase() === "p") play("pass");
  else if (event.key.toLowerCase() === "u") undo();
  else return;
  event.preventDefault();
});
const clamp = (at) => Math.min(SIZE - 1, Math.max(0, at));

board.addEventListener("focus", draw);
board.addEventListener("blur", draw);
$("show").addEventListener("change", draw);
$("pass").addEventListener("click", () => play("pass"));
$("undo").addEventListener("click", undo);
$("now").addEventListener("click", () => ask("stop"));
$("new").addEventListener("submit", (event) => {
  event.preventDefault();
  newGame();
});
$("sign").addEventListener("click", async () => {
  $("sign").disabled = true;
  $("signature").textContent = "takes a few seconds …";
  try {
    $("signature").textContent = (await ask("signature")).signature;
  } catch (error) {
    $("signature").textContent = error.message;
  }
  $("sign").disabled = false;
});

$("strength").append(...STRENGTHS.map(([value, label]) => new Option(label, value, value === "tiny", value === "tiny")));
drawEmpty();
newGame();
