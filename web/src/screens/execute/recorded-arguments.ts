/** Parses the recorded arguments of a run: `--files=a.csv,b.csv --dryrun`. */
import type { Task } from '../../platform/api/tasks.ts'
import { chosenValue, type FormValues, kindOf } from './form-values.ts'

const pattern = /--([\w-]+)(?:=("(?:[^"\\]|\\.)*"|\S*))?/g

export function parseArguments(task: Task, text: string): FormValues {
  const values: Record<string, unknown> = {}
  for (const [, name = '', quoted] of text.matchAll(pattern)) {
    const parameter = task.parameters.properties[name]
    if (parameter === undefined) {
      const denied = name.replace(/^no-/, '')
      if (task.parameters.properties[denied] !== undefined) values[denied] = false
      continue
    }
    const value = quoted?.startsWith('"') === true ? String(JSON.parse(quoted)) : quoted
    const kind = kindOf(task, name, parameter)
    if (kind === 'switch') values[name] = true
    else if (kind === 'many') values[name] = (value ?? '').split(',').filter((part) => part !== '')
    else if (value === undefined) values[name] = ''
    else values[name] = chosenValue(parameter, value)
  }
  return values
}
