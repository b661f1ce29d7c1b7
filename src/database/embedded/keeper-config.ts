/** What a keeper is told when it is started. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const schema = Type.Object({
  /** `<VAR>/postgres`. */
  folder: Type.String(),
  /** Milliseconds without holders after which the server is stopped. */
  grace: Type.Number(),
  /** For tests: nothing is made safe on disk, and all is removed at the end. */
  ephemeral: Type.Boolean(),
})
export type KeeperConfig = Type.Static<typeof schema>

export const parseKeeperConfig = (text: string): KeeperConfig => Value.Parse(schema, JSON.parse(text))

/** Exit code of a keeper that found another one at work. */
export const anotherKeeper = 3
