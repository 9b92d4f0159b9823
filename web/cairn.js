/**
 * Cairn in a browser tab or in Node: games, and players that search them, in memory of a fixed size.
 *
 *     import { Cairn } from "./cairn.js";
 *     const cairn = await Cairn.load("cairn.wasm");
 *     const player = cairn.player("go9", "graver:memory=32KiB,playouts=12800");
 *     player.play("E5");
 *     while (player.step(1000) > 0) {} // or stop when you like
 *     player.play(player.best());
 *
 * Wrong arguments throw a CairnError that says what would be right. A search keeps its thread busy, so
 * a page should run it in a worker: see worker.js.
 */

/** A wrong argument, such as an unknown game or an illegal move. */
export class CairnError extends Error {
  name = "CairnError";
}

const PAGE = 65536;
/** Bytes for texts that are passed in, and for texts that come out. */
const [INPUT, OUTPUT] = [4096, 16384];
/** Memory for questions that need no player, such as the size of one. */
const SMALL = 8 * PAGE;
/** The players of the signature fit into this. */
const SIGNATURE = 2 << 20;

/** The compiled module, which creates players. */
export class Cairn {
  #module;
  #scout;

  /** Loads the module from an address, or from its bytes. */
  static async load(source) {
    let bytes = source;
    if (!(source instanceof ArrayBuffer || ArrayBuffer.isView(source))) {
      const response = await fetch(source);
      if (!response.ok) throw new CairnError(`cannot load ${source} (status ${response.status}): run scripts/wasm build to make it`);
      bytes = await response.arrayBuffer();
    }
    return new Cairn(await WebAssembly.compile(bytes));
  }

  /** From a WebAssembly.Module that is already compiled. */
  constructor(module) {
    this.#module = module;
    this.#scout = new Instance(module, SMALL);
  }

  /** The version of the library. */
  get version() {
    return this.#scout.textAt(this.#scout.wasm.cairn_version());
  }

  /** All games: [{ name, about }]. */
  games() {
    const lines = this.#scout.readText((out, size) => this.#scout.wasm.cairn_games(out, size));
    return lines.trimEnd().split("\n").map((line) => {
      const [name, about] = line.split("\t");
      return { name, about };
    });
  }

  /** The bytes that a player needs. */
  bytes(game, agent) {
    const { wasm } = this.#scout;
    return this.#scout.call([game, agent], (texts, ...error) => wasm.cairn_size(...texts, ...error));
  }

  /** A player in its own memory, which is just large enough. The same seed and moves give the same game. */
  player(game, agent, seed = 1) {
    return new Player(new Instance(this.#module, this.#scout.above + this.bytes(game, agent)), game, agent, seed);
  }

  /** The signature in hexadecimal, as `cairn bench --signature` prints it: equal for builds that search alike. */
  signature() {
    const instance = new Instance(this.#module, this.#scout.above + SIGNATURE);
    const signature = instance.call([], (_, ...error) =>
      instance.wasm.cairn_signature(instance.above, SIGNATURE, ...error));
    return BigInt.asUintN(64, signature).toString(16).padStart(16, "0");
  }
}

/** A game and the agent that plays it. */
export class Player {
  #in;
  #at;

  /** Use Cairn.player. */
  constructor(instance, game, agent, seed) {
    this.#in = instance;
    this.#at = instance.call([game, agent], (texts, ...error) => instance.wasm.cairn_create(
      instance.above, instance.memory.buffer.byteLength - instance.above, ...texts, BigInt(seed), ...error));
  }

  /** Plays a move for the player whose turn it is. */
  play(move) {
    this.#in.call([move], (texts, ...error) => this.#in.wasm.cairn_play(this.#at, ...texts, ...error));
  }

  /** Takes the last move back; false if there is none. */
  undo() {
    return this.#in.wasm.cairn_undo(this.#at) !== 0;
  }

  /** Begins a new game, at a position or where the last one began. */
  restart(position) {
    const texts = position === undefined ? [] : [position];
    this.#in.call(texts, ([text = 0], ...error) => this.#in.wasm.cairn_restart(this.#at, text, ...error));
  }

  /** Runs at most `playouts` more playouts; returns how many it ran, 0 when the agent has finished. */
  step(playouts) {
    return this.#in.wasm.cairn_step(this.#at, playouts) >>> 0;
  }

  /** Continues the search for at most `milliseconds`. Returns whether it can be continued. */
  run(milliseconds) {
    return this.#in.wasm.cairn_run(this.#at, Math.ceil(milliseconds), 0, 0) !== 0;
  }

  /**
   * What to do after a search: a move, or "resign"; "" if the game is over. In Go it is what people do,
   * in other games the best move. Call it once a turn, after `analysis`.
   */
  choose() {
    return this.#text("cairn_choose");
  }

  /** The score of Go without dead stones: { lead, dead }, Black's lead in points and the dead stones. */
  score() {
    const { input, memory, wasm } = this.#in;
    this.#in.call([], (_, ...error) => wasm.cairn_score(this.#at, input, input + 8, INPUT - 8, ...error));
    const lead = new DataView(memory.buffer).getFloat64(input, true);
    return { lead, dead: words(this.#in.textAt(input + 8)) };
  }

  /** The best move so far; "" if the game is over. */
  best() {
    return this.#text("cairn_best");
  }

  /** The statistics of each move: [{ move, visits, mean, amafVisits, amafMean }]. */
  analysis() {
    const size = 28;
    const room = Math.floor(OUTPUT / size);
    const count = Math.min(this.#in.wasm.cairn_analysis(this.#at, this.#in.output, room), room);
    return Array.from({ length: count }, (_, index) => {
      const at = this.#in.output + index * size;
      const view = new DataView(this.#in.memory.buffer, at, size);
      return {
        move: this.#in.textAt(at),
        visits: view.getUint32(12, true),
        mean: view.getFloat32(16, true),
        amafVisits: view.getUint32(20, true),
        amafMean: view.getFloat32(24, true),
      };
    });
  }

  /** The player's memory and work so far; `memory` is that of its whole WebAssembly instance. */
  report() {
    this.#in.wasm.cairn_report(this.#at, this.#in.output);
    const view = new DataView(this.#in.memory.buffer, this.#in.output, 48);
    const wide = (at) => Number(view.getBigUint64(at, true));
    return {
      playouts: wide(0),
      recycled: wide(8),
      bytes: wide(16),
      searchBytes: wide(24),
      milliseconds: wide(32),
      nodes: view.getUint32(40, true),
      nodesUsed: view.getUint32(44, true),
      memory: this.#in.memory.buffer.byteLength,
    };
  }

  /** Whose turn it is, from 0; -1 if the game is over. */
  get toMove() {
    return this.#in.wasm.cairn_to_move(this.#at);
  }

  /** The reward of each player, 0 to 1; null if the game is not over. */
  get outcome() {
    if (this.toMove >= 0) return null;
    return this.names.map((_, who) => this.#in.wasm.cairn_outcome(this.#at, who));
  }

  /** The names of the players. */
  get names() {
    return Array.from({ length: this.#in.wasm.cairn_players(this.#at) }, (_, who) =>
      this.#in.readText((out, size) => this.#in.wasm.cairn_player_name(this.#at, who, out, size)));
  }

  /** The legal moves. */
  get moves() {
    return words(this.#text("cairn_moves"));
  }

  /** The moves so far. */
  get history() {
    return words(this.#text("cairn_history"));
  }

  /** The position on one line. */
  get position() {
    return this.#text("cairn_position");
  }

  /** The position drawn with characters. */
  get drawing() {
    return this.#text("cairn_draw");
  }

  #text(name) {
    return this.#in.readText((out, size) => this.#in.wasm[name](this.#at, out, size));
  }
}

const words = (text) => (text === "" ? [] : text.split(" "));

/**
 * The module with its own memory, which cannot grow. The module uses the memory up to `__heap_base`.
 * After that come the buffers for texts, and from `above` on the player.
 */
class Instance {
  constructor(module, bytes) {
    const pages = Math.ceil(bytes / PAGE);
    this.memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    this.wasm = new WebAssembly.Instance(module, {
      env: { memory: this.memory, now: () => performance.now() },
    }).exports;
    this.input = this.wasm.__heap_base.value;
    this.output = this.input + INPUT;
    this.above = Math.ceil((this.output + OUTPUT) / 16) * 16;
  }

  /** The zero-terminated text at this address. */
  textAt(at) {
    const bytes = new Uint8Array(this.memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /** The text that a call writes into the output buffer; the call returns its length. */
  readText(call) {
    const length = call(this.output, OUTPUT);
    if (length >= OUTPUT) throw new CairnError(`a text of ${length} bytes does not fit into ${OUTPUT}`);
    return this.textAt(this.output);
  }

  /** Makes a call with texts as arguments and a buffer for an error; throws if the call returns 0. */
  call(texts, invoke) {
    const encoded = texts.map((text) => new TextEncoder().encode(`${text}\0`));
    const room = new Uint8Array(this.memory.buffer, this.input, INPUT);
    let end = 0;
    const places = encoded.map((bytes) => {
      const at = end;
      end += bytes.length;
      if (end > INPUT) throw new CairnError(`the texts are too long: together they may have ${INPUT} bytes`);
      room.set(bytes, at);
      return this.input + at;
    });
    const result = invoke(places, this.output, OUTPUT);
    if (!result) throw new CairnError(this.textAt(this.output));
    return result;
  }
}
