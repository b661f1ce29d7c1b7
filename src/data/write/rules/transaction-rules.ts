/**
 * Rules that apply once per transaction that has changed records of an entity, on every path that has a change set:
 * writes, deletes, undo, stored plans and SQL files. They are apart from `registry.ts`, whose rules use change sets.
 */
import type pg from 'pg'
import { withdrawReleases } from '../orders/withdraw-releases.ts'

/** Called before the change set is stored. */
type TransactionRule = (client: pg.ClientBase, scenario: string) => Promise<void>

const rules: Readonly<Record<string, TransactionRule>> = { 'input.operationplan': withdrawReleases }

/** Returns the rule of the entity with a name; undefined if there is none. */
export const transactionRuleOf = (entity: string): TransactionRule | undefined => rules[entity]
