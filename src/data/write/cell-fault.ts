/** Result of a cell converter for an invalid cell. */
import type { Message } from '../../errors/messages.ts'
import type { Invalid } from '../codecs.ts'

export class CellFault implements Invalid {
  readonly message: Message

  constructor(message: Message) {
    this.message = message
  }
}
