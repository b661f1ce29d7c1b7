/**
 * A program that uses the embedded server in the folder given as argument: prints the description of the server, then
 * holds it until its standard input ends or it is killed.
 */
import { holdServer } from '../../src/database/embedded/hold.ts'

const hold = await holdServer(process.argv[2] ?? '', { grace: 100 })
console.log(JSON.stringify(hold.server))
process.stdin.resume().once('end', () => {
  hold.release()
  process.exit()
})
