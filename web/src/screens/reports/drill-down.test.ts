/** Tests the addresses of the records behind the figures of reports. */
import { expect, it } from 'vitest'
import { drillDown } from './drill-down.ts'

const list =
  '/api/input/purchaseorder/?supplier={supplier}&location={location}&startdate__lt={enddate}&status__ne=closed'
const bucket = { startdate: '2027-01-04', enddate: '2027-01-11' }

it('leads to the records of all parts of the key', () => {
  expect(drillDown('what if', list, { supplier: 'A & B', location: 'Kassel', ...bucket })).toBe(
    '/app/what%20if/data/purchaseorder?supplier=A%20%26%20B&location=Kassel&startdate__lt=2027-01-11&status__ne=closed',
  )
})

it('leads to the records without a value for an empty part of the key, not to those of all others', () => {
  expect(drillDown('default', list, { supplier: '', location: 'Kassel', ...bucket })).toBe(
    '/app/default/data/purchaseorder?supplier__isnull=true&location=Kassel&startdate__lt=2027-01-11&status__ne=closed',
  )
})

it('leads to the orders that load a resource', () => {
  const orders = '/api/output/capacityorders/?resource={resource}&start={startdate}&ordering=-load'
  expect(drillDown('default', orders, { resource: 'Saw', ...bucket })).toBe(
    '/app/default/reports/resource/Saw/orders?start=2027-01-04&ordering=-load',
  )
})
