/**
 * Reads and writes a large value in a table with one row as bytes, by COPY. A statement would transfer the value as
 * text, which is twice as long and needs several copies in memory.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { copiedBytes } from '../../database/copied-bytes.ts'
import { identifier } from '../../database/identifiers.ts'

/**
 * Header of the binary COPY format: a signature, flags and the length of an extension, both 0. The rows follow; -1
 * instead of a row marks the end.
 */
const signature = Buffer.from('PGCOPY\n\u00FF\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const end = Buffer.from([0xff, 0xff])
/** Length of the header of a row: the number of columns in two bytes, and the length of the value in four. */
const rowHead = 6

/** Returns the value, at the start of a buffer of its own; undefined if the table has no row. */
export async function readBytes(
  client: pg.ClientBase,
  table: string,
  column: string,
): Promise<Buffer | undefined> {
  const { rows } = await client.query<{ length: number }>(
    `SELECT octet_length(${identifier(column)}) AS "length" FROM ${table}`,
  )
  if (rows[0] === undefined) return undefined
  const { length } = rows[0]
  const bytes = Buffer.from(new ArrayBuffer(length))
  const copy = client.query(
    copyTo(`COPY (SELECT ${identifier(column)} FROM ${table}) TO STDOUT (FORMAT binary)`),
  )
  let at = -signature.length - rowHead
  for await (const part of copiedBytes(client, copy)) {
    // Bytes beyond the length of the value are the end marker.
    const from = Math.max(0, -at)
    if (from < part.length && at + from < length) part.copy(bytes, at + from, from)
    at += part.length
  }
  if (at !== length + end.length) throw new Error(`${table} has changed while it was read.`)
  return bytes
}

/** Replaces the content of the table by one row with the value, which is given in parts. */
export async function replaceBytes(
  client: pg.ClientBase,
  table: string,
  column: string,
  parts: readonly Buffer[],
): Promise<void> {
  await client.query(`DELETE FROM ${table}`)
  const head = Buffer.alloc(rowHead)
  head.writeInt16BE(1)
  head.writeInt32BE(
    parts.reduce((sum, part) => sum + part.length, 0),
    2,
  )
  const copy = client.query(copyFrom(`COPY ${table} (${identifier(column)}) FROM STDIN (FORMAT binary)`))
  await pipeline(Readable.from(piecesOf([signature, head, ...parts, end]), { objectMode: false }), copy)
}

/** Maximum number of bytes written at once. */
const pieceSize = 2 ** 16

function* piecesOf(parts: readonly Buffer[]): Generator<Buffer> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += pieceSize) yield part.subarray(at, at + pieceSize)
  }
}
