// Tests `cairn gtp` with Sabaki's GTP library, doing what a user of Sabaki does.
const assert = require('assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const [, , cairn] = process.argv
const agent = 'graver:memory=16MiB,time=200ms'
const args = ['gtp', '--agent', agent, '--seed', '1', '--resign', 'never']

// Reads a line of analysis as Sabaki does: the moves, each with the values that it shows.
function readInfo(line) {
  return line
    .split(/\s*info\s+/)
    .slice(1)
    .map(text => {
      const [head, pv] = text.split(/\s+pv\s+/)
      const words = head.trim().split(/\s+/)
      const pairs = {}
      for (let i = 0; i + 1 < words.length; i += 2) pairs[words[i]] = words[i + 1]
      return {...pairs, pv: pv.split(/\s+ownership\s+/)[0].trim().split(/\s+/)}
    })
}

function checkMoves(moves, float) {
  assert(moves.length > 0)
  moves.forEach((move, index) => {
    assert.match(move.move, /^([A-HJ]\d|pass)$/)
    assert.strictEqual(move.pv[0], move.move)
    assert.strictEqual(+move.order, index)
    assert(Number.isInteger(+move.visits))
    if (float) {
      assert(move.winrate.includes('.') && +move.winrate >= 0 && +move.winrate <= 1)
    } else {
      assert.match(move.winrate, /^\d+$/)
      assert(+move.winrate <= 10000)
    }
  })
  const visits = moves.map(move => +move.visits)
  assert.deepStrictEqual(visits, [...visits].sort((a, b) => b - a))
}

// Runs an analysis until it has written `lines` lines, then ends it with the command `next`.
async function stream(controller, command, lines, next) {
  const seen = []
  let enough
  const waited = new Promise(resolve => (enough = resolve))
  const response = controller.sendCommand(command, ({line}) => {
    if (line.startsWith('info ')) seen.push(line)
    if (seen.length === lines) enough()
  })
  await waited
  const following = await controller.sendCommand(next)
  assert(!(await response).error)
  return {seen, following}
}

async function main() {
  const controller = new Controller(cairn, args)
  const tracker = new ControllerStateTracker(controller)
  controller.on('stderr', ({content}) => console.error(content))
  controller.start()
  const ask = async (name, ...args) => {
    const response = await controller.sendCommand({name, args})
    assert(!response.error, `${name} ${args}: ${response.content}`)
    return response.content
  }
  const ok = what => console.log(`ok  ${what}`)

  assert.strictEqual(await ask('name'), 'Cairn')
  assert.strictEqual(await ask('protocol_version'), '2')
  for (const name of ['lz-analyze', 'kata-analyze', 'analyze', 'genmove_analyze', 'undo']) {
    assert(await tracker.knowsCommand(name), name)
  }
  ok('name, version and commands')

  const history = [
    {name: 'play', args: ['B', 'E5']},
    {name: 'play', args: ['W', 'C3']},
    {name: 'play', args: ['B', 'G6']}
  ]
  await tracker.sync({komi: 7.5, boardsize: [9, 9], history})
  assert.match(await ask('showboard'), /White to move, 3 played, last B G6/)
  await tracker.sync({komi: 7.5, boardsize: [9, 9], history: history.slice(0, 2)})
  assert.match(await ask('showboard'), /Black to move, 2 played, last W C3/)
  ok('a game is synchronised, and moves are taken back')

  const lz = {name: 'lz-analyze', args: ['B', '5']}
  let {seen, following} = await stream(controller, lz, 3, {name: 'name'})
  seen.forEach(line => checkMoves(readInfo(line), false))
  assert.strictEqual(following.content, 'Cairn')
  const [first, last] = [seen[0], seen[seen.length - 1]].map(line =>
    readInfo(line).reduce((sum, move) => sum + +move.visits, 0)
  )
  assert(last > first, 'the search goes on')
  ok(`lz-analyze streams (${seen.length} lines, ${last} visits) until the next command`)

  const kata = {name: 'kata-analyze', args: ['B', '5', 'ownership', 'true', 'maxmoves', '5']}
  ;({seen} = await stream(controller, kata, 2, {name: 'version'}))
  for (const line of seen) {
    checkMoves(readInfo(line), true)
    const owners = line.split(' ownership ')[1].split(' ').map(Number)
    assert.strictEqual(owners.length, 81)
    assert(owners.every(owner => owner >= -1 && owner <= 1))
  }
  ok('kata-analyze with ownership')

  for (const name of ['genmove_analyze', 'lz-genmove_analyze', 'kata-genmove_analyze']) {
    const colour = tracker.state.history.length % 2 === 0 ? 'B' : 'W'
    const lines = []
    const generated = controller.sendCommand({name, args: [colour, '5']}, ({line}) => lines.push(line))
    // Unlike an analysis, this is not ended by the next command.
    const board = ask('showboard')
    assert(!(await generated).error)
    const played = lines.filter(line => line.startsWith('play '))
    assert.strictEqual(played.length, 1)
    assert.strictEqual(lines[lines.length - 2], played[0])
    const vertex = played[0].slice(5)
    assert.match(await board, new RegExp(`last ${colour} ${vertex}\n`))
    const top = readInfo(lines.filter(line => line.startsWith('info ')).pop())
    checkMoves(top, name.startsWith('kata'))
    assert.strictEqual(top[0].move, vertex)
    await new Promise(setImmediate)
    const {args} = tracker.state.history[tracker.state.history.length - 1]
    assert.deepStrictEqual(args, [colour, vertex])
    ok(`${name}: ${colour} ${vertex}`)
  }

  const refused = await controller.sendCommand({name: 'lz-analyze', args: ['B', '5', 'sideways']})
  assert(refused.error)
  const illegal = await controller.sendCommand({name: 'play', args: ['B', 'E5']})
  assert(illegal.error && illegal.content === 'illegal move')
  ok('unknown options and illegal moves are errors')

  await tracker.sync({komi: 0.5, boardsize: [13, 13], history: []})
  await ask('genmove', 'B')
  assert.match(await ask('showboard'), /komi 0.5/)
  ok('another board')

  const stopped = new Promise(resolve => controller.on('stopped', resolve))
  await stream(controller, {name: 'analyze', args: ['W', '5']}, 1, {name: 'quit'})
  await stopped
  ok('quit ends an analysis and the program')
}

const watchdog = setTimeout(() => {
  console.error('not finished after two minutes')
  process.exit(1)
}, 120000)
main().then(
  () => clearTimeout(watchdog),
  error => {
    console.error(error)
    process.exit(1)
  }
)
