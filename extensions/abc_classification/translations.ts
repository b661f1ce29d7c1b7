/** Translations of the module's entities, fields, menu and task. */
import type { Translations } from 'planning-service/extension'
import { de } from './words/de.ts'
import { fr } from './words/fr.ts'
import { es } from './words/es.ts'
import { it } from './words/it.ts'
import { nl } from './words/nl.ts'
import { ptBr } from './words/pt-br.ts'
import { ja } from './words/ja.ts'
import { zhHans } from './words/zh-hans.ts'

export const translations: Translations = {
  de,
  fr,
  es,
  it,
  nl,
  'pt-br': ptBr,
  ja,
  'zh-hans': zhHans,
}
