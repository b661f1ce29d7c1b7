/** Which tasks replace the data of a scenario, and with them its plan. */

/** Parameters with which `scenario_copy` keeps the data: a merge and a refresh write edits, a release frees the scenario. */
const keeping = ['release', 'merge', 'refresh']

/** Returns SQL of whether a task has replaced the data of a scenario by those of another one, or taken this back. */
export const replacesData = (task: string): string =>
  `(${task}."name" = 'scenario_copy' AND NOT 'true' IN (${keeping
    .map((name) => `coalesce(${task}."parameters"->>'${name}', '')`)
    .join(', ')}))`
