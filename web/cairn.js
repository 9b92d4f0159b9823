/**
 * Cairn in a browser tab or in Node: games, and players that search them, in memory of a fixed size.
 *
 *     import { Cairn } from "./cairn.js";
 *     const cairn = await Cairn.load("cairn.wasm");
 *     const player = cairn.player("go9", "graver2:nodes=160,top=160,second=80,amaf=own-any");
 *     player.play("E5");
 *     while (player.step(1000) > 0) {} // or stop when you like
 *     player.play(player.best());
 *
 * Whatever is wrong with what you give is a CairnError that says what would be right. A search keeps
 * its thread busy: a page lets worker.js have it.
 */

/** A mistake in what was given: an unknown game, an illegal move. */
export class CairnError extends Error {
  name = "CairnError";
}

const PAGE = 65536;
/** Room for what goes in, and for what comes out. */
const [INPUT, OUTPUT] = [4096, 16384];
/** Memory enough to ask what a player takes. */
const SMALL = 8 * PAGE;
/** The largest of the players whose searches make the signature takes less. */
const SIGNATURE = 2 << 20;

/** The module, compiled: it makes players. */
export class Cairn {
  #module;
  #scout;

  /** Loads the module from an address, or from its bytes. */
  static async load(source) {
    let bytes = source;
    if (!(source instanceof ArrayBuffer || ArrayBuffer.isView(source))) {
      const response = await fetch(source);
      if (!response.ok) throw new CairnError(`${source} is not there (${response.status}): 'scripts/wasm build' makes it`);
      bytes = await response.arrayBuffer();
    }
    return new Cairn(await WebAssembly.compile(bytes));
  }

  /** For a WebAssembly.Module that is already there. */
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
    const lines = this.#scout.written((out, size) => this.#scout.wasm.cairn_games(out, size));
    return lines.trimEnd().split("\n").map((line) => {
      const [name, about] = line.split("\t");
      return { name, about };
    });
  }

  /** How many bytes a player takes. */
  bytes(game, agent) {
    const { wasm } = this.#scout;
    return this.#scout.told([game, agent], (texts, ...error) => wasm.cairn_size(...texts, ...error));
  }

  /** A player, in memory of its own that is just large enough. The same seed and moves give the same game. */
  player(game, agent, seed = 1) {
    return new Player(new Instance(this.#module, this.#scout.above + this.bytes(game, agent)), game, agent, seed);
  }

  /** A number that all builds share that search alike, in hexadecimal: `cairn bench --signature`. */
  signature() {
    const instance = new Instance(this.#module, this.#scout.above + SIGNATURE);
    const signature = instance.told([], (_, ...error) =>
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
    this.#at = instance.told([game, agent], (texts, ...error) => instance.wasm.cairn_create(
      instance.above, instance.memory.buffer.byteLength - instance.above, ...texts, BigInt(seed), ...error));
  }

  /** Plays a move for the player whose turn it is. */
  play(move) {
    this.#in.told([move], (texts, ...error) => this.#in.wasm.cairn_play(this.#at, ...texts, ...error));
  }

  /** Takes the last move back; false if there is none. */
  undo() {
    return this.#in.wasm.cairn_undo(this.#at) !== 0;
  }

  /** Begins a new game, at a position or where the last one began. */
  restart(position) {
    const texts = position === undefined ? [] : [position];
    this.#in.told(texts, ([text = 0], ...error) => this.#in.wasm.cairn_restart(this.#at, text, ...error));
  }

  /** Searches on by at most so many playouts; how many there were: 0 once the agent has done its own. */
  step(playouts) {
    return this.#in.wasm.cairn_step(this.#at, playouts) >>> 0;
  }

  /** Continues the search for at most `milliseconds`. Returns whether it can be continued. */
  run(milliseconds) {
    return this.#in.wasm.cairn_run(this.#at, Math.ceil(milliseconds), 0, 0) !== 0;
  }

  /** The best move so far; "" if the game is over. */
  best() {
    return this.#text("cairn_best");
  }

  /** What the search knows of each move: [{ move, visits, mean, amafVisits, amafMean }]. */
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

  /** What the player takes and has done; `memory` is all that its WebAssembly instance has. */
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

  /** What each player got, 0 to 1; null if the game is not over. */
  get outcome() {
    if (this.toMove >= 0) return null;
    return this.names.map((_, who) => this.#in.wasm.cairn_outcome(this.#at, who));
  }

  /** What the players are called. */
  get names() {
    return Array.from({ length: this.#in.wasm.cairn_players(this.#at) }, (_, who) =>
      this.#in.written((out, size) => this.#in.wasm.cairn_player_name(this.#at, who, out, size)));
  }

  /** The moves that may be played. */
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
    return this.#in.written((out, size) => this.#in.wasm[name](this.#at, out, size));
  }
}

const words = (text) => (text === "" ? [] : text.split(" "));

/**
 * The module with memory of its own, which cannot grow. From the end of what the module has for itself
 * (`__heap_base`) on, it is ours: room for texts, then from `above` on for a player.
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

  /** The text that begins here and ends with a zero. */
  textAt(at) {
    const bytes = new Uint8Array(this.memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /** What a call writes: it gets the room for it and says how long it is. */
  written(call) {
    const length = call(this.output, OUTPUT);
    if (length >= OUTPUT) throw new CairnError(`a text of ${length} bytes: there is room for ${OUTPUT}`);
    return this.textAt(this.output);
  }

  /** A call with texts, and room for an error; its result, which is 0 if there was one. */
  told(texts, call) {
    const encoded = texts.map((text) => new TextEncoder().encode(`${text}\0`));
    const room = new Uint8Array(this.memory.buffer, this.input, INPUT);
    let end = 0;
    const places = encoded.map((bytes) => {
      const at = end;
      end += bytes.length;
      if (end > INPUT) throw new CairnError(`too long a text: there is room for ${INPUT} bytes`);
      room.set(bytes, at);
      return this.input + at;
    });
    const result = call(places, this.output, OUTPUT);
    if (!result) throw new CairnError(this.textAt(this.output));
    return result;
  }
}
