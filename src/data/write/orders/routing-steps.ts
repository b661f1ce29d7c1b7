/** SQL of the order in which the steps of a routing are executed, as the planner orders them. */

/**
 * Returns SQL of the priority of a step of a routing: of its suboperation if there is one, otherwise of the operation
 * that the routing owns. Steps of the same priority are executed in the order of their names.
 * @param routing SQL of the name of the routing
 * @param step SQL of the name of the step
 * @param table returns the SQL name of the table of a model
 */
export const stepPriority = (routing: string, step: string, table: (model: string) => string): string =>
  `coalesce(
    (SELECT min(coalesce(x."priority", 1)) FROM ${table('suboperation')} x
      WHERE x."operation" = ${routing} AND x."suboperation" = ${step} AND coalesce(x."priority", 1) >= 0),
    (SELECT p."priority" FROM ${table('operation')} p WHERE p."name" = ${step}),
    1)`
