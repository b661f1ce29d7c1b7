/** Reads the assignments of orders to resources. */
import { getJson } from './client.ts'
import { entityPath, withQuery } from './paths.ts'
import { list, number, object, text } from './shape.ts'

const useShape = object({ id: number, resource: text })

/** Returns the id of the record that assigns an order to a resource, or undefined without one. */
export async function orderUse(
  scenario: string,
  reference: string,
  resource: string,
): Promise<number | undefined> {
  const query = { operationplan: reference, resource, fields: 'id,resource' }
  const found = await getJson(
    withQuery(entityPath(scenario, 'input.operationplanresource'), query),
    list(useShape),
  )
  return found[0]?.id
}
