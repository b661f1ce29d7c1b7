/** Prints the answer of a command: tables and sentences on a terminal, JSON for programs. */
import { Type } from '../contract/type.ts'
import type { CommandContext } from './command.ts'
import type { Terminal } from './terminal.ts'

/**
 * Prints an answer: lines on a terminal, JSON into a file or a pipe and on request.
 * @param linesOf returns the lines for a terminal of that many columns
 */
export function printAnswer(
  { terminal }: Pick<CommandContext, 'terminal'>,
  json: boolean,
  answer: unknown,
  linesOf: (width: number) => readonly string[],
): void {
  const { columns = Infinity } = terminal
  terminal.print(
    printsLines(terminal, json) ? linesOf(columns).join('\n') : JSON.stringify(answer, undefined, 2),
  )
}

/** Returns whether the output is for a person: a terminal, without a request for JSON. */
export const printsLines = ({ columns }: Terminal, json: boolean): boolean => columns !== undefined && !json

/** Parameter that selects JSON on a terminal too. */
export const jsonParameter = Type.Boolean({
  default: false,
  description: 'Print JSON on a terminal too; files and pipes always get JSON.',
})
