/** What a converter of cells answers for one that cannot be taken. */
import type { Message } from '../../errors/messages.ts'
import type { Invalid } from '../codecs.ts'

export class CellFault implements Invalid {
  readonly message: Message

  constructor(message: Message) {
    this.message = message
  }
}
