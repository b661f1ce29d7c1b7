import { expect, it } from 'vitest'
import { buildModel } from '../../model/model.ts'
import { findExportable } from './exportable.ts'

it('lets data of the scenario into files, but not what people say to each other about it', () => {
  const model = buildModel()
  expect(findExportable(model, 'demand')?.name).toBe('input.demand')
  expect(findExportable(model, 'comment')).toBeUndefined()
  expect(findExportable(model, 'common.follower')).toBeUndefined()
})
