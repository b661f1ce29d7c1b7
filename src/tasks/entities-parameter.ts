/** The parameter of tasks that work on some entities, by default on all. */
import { Type } from '../contract/type.ts'

/** Returns the parameter. `hint` is shown in the empty field of the form. */
export const entitiesParameter = ({
  hint,
  description,
}: {
  readonly hint: string
  readonly description: string
}) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      'x-options': 'entities',
      minItems: 1,
      title: 'Entities',
      'x-hint': hint,
      description,
    }),
  )
