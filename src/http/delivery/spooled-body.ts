/**
 * The body of a response whose source must not wait for a slow client, because the source may hold a database
 * connection. A fast client receives the data directly from the source. For a slow client, the rest of the source is
 * written to a file as fast as it arrives, and the client receives the data from this file.
 */
import type { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import { ChunkStream, freeChunk } from '../../data/chunk-stream.ts'
import type { Spool, SpoolFile } from './spool.ts'

/** Maximum time in milliseconds that the source waits for its client. */
const waitMs = 250
/** Number of bytes that are read from the file at a time. */
const pieceSize = 256 * 1024

export class SpooledBody extends ChunkStream {
  readonly #source: Readable
  readonly #spool: Spool
  readonly #client: string
  #timer: NodeJS.Timeout | undefined
  #file: SpoolFile | undefined
  #spooling = false
  /** If true, the file contains the whole rest of the source. */
  #complete = false
  #position = 0
  #wanted = false
  #reading = false
  readonly #onData = (chunk: Uint8Array): void => {
    if (this.push(chunk)) return
    this.#source.pause()
    this.#timer ??= setTimeout(() => void this.#moveToFile(), waitMs)
  }
  readonly #onEnd = (): void => {
    this.push(null)
  }

  constructor(source: Readable, spool: Spool, client: string) {
    super({ highWaterMark: pieceSize })
    this.#source = source
    this.#spool = spool
    this.#client = client
    source.on('data', this.#onData)
    source.once('end', this.#onEnd)
    source.once('error', (error) => this.destroy(error))
    source.once('close', () => {
      if (!source.readableEnded && !this.#complete) this.destroy(new Error('The answer ended early.'))
    })
  }

  /** Returns true if a file was needed. */
  get spooled(): boolean {
    return this.#spooling
  }

  async #moveToFile(): Promise<void> {
    this.#spooling = true
    this.#source.off('data', this.#onData)
    this.#source.off('end', this.#onEnd)
    try {
      this.#file = await this.#spool.open(this.#client)
      if (this.destroyed) {
        await this.#file.close()
        return
      }
      for await (const chunk of this.#source) {
        await this.#file.append(chunk)
        freeChunk(chunk)
        void this.#giveFromFile()
      }
      this.#complete = true
      void this.#giveFromFile()
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }

  async #giveFromFile(): Promise<void> {
    const file = this.#file
    if (file === undefined || this.#reading) return
    this.#reading = true
    try {
      while (this.#wanted && !this.destroyed) {
        if (this.#position < file.size) {
          const piece = await file.read(this.#position, Math.min(pieceSize, file.size - this.#position))
          this.#position += piece.length
          this.#wanted = this.push(piece)
        } else if (this.#complete) {
          this.#wanted = false
          this.push(null)
        } else return
      }
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)))
    } finally {
      this.#reading = false
    }
  }

  override _read(): void {
    if (this.#spooling) {
      this.#wanted = true
      void this.#giveFromFile()
      return
    }
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#source.resume()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer)
    this.#source.destroy()
    const file = this.#file
    if (file === undefined) done(error)
    else callbackify(() => file.close())((failure) => done(error ?? failure))
  }
}
