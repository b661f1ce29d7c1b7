/** Properties of an input of several names, such as entities or scenarios; none stands for all. */
export interface ChosenNames {
  readonly label: string
  readonly description?: string
  readonly required?: boolean
  readonly value: readonly string[]
  readonly error: string | undefined
  readonly onChange: (chosen: string[]) => void
}
