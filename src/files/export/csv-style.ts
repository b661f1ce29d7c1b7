/** Converts the settings of an installation to the style of its exported CSV files, so that its import can read them. */
import type { CsvStyle } from '../../data/read/index.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { findLanguage } from '../../model/labels/languages.ts'
import type { Settings } from '../../settings/settings.ts'

/** PostgreSQL names of the encodings by their WHATWG names. */
const encodings: Readonly<Record<string, string>> = {
  'utf-8': 'UTF8',
  'iso-8859-2': 'LATIN2',
  'iso-8859-4': 'LATIN4',
  'iso-8859-5': 'ISO_8859_5',
  'iso-8859-7': 'ISO_8859_7',
  'iso-8859-10': 'LATIN6',
  'iso-8859-13': 'LATIN7',
  'iso-8859-15': 'LATIN9',
  'iso-8859-16': 'LATIN10',
  'koi8-r': 'KOI8R',
  'koi8-u': 'KOI8U',
  'windows-874': 'WIN874',
  'windows-1250': 'WIN1250',
  'windows-1251': 'WIN1251',
  'windows-1252': 'WIN1252',
  'windows-1253': 'WIN1253',
  'windows-1254': 'WIN1254',
  'windows-1255': 'WIN1255',
  'windows-1256': 'WIN1256',
  'windows-1257': 'WIN1257',
  'windows-1258': 'WIN1258',
  gbk: 'GBK',
  gb18030: 'GB18030',
  big5: 'BIG5',
  'euc-jp': 'EUC_JP',
  shift_jis: 'SJIS',
  'euc-kr': 'UHC',
}

/** Returns the style of CSV files. Throws `invalid_settings` for a charset that can be read but not written. */
export function csvStyle(
  settings: Pick<Settings, 'LANGUAGE_CODE' | 'CSV_CHARSET' | 'CSV_ESCAPE_FORMULAS'>,
): CsvStyle {
  const charset = new TextDecoder(settings.CSV_CHARSET).encoding
  const encoding = Object.hasOwn(encodings, charset) ? encodings[charset] : undefined
  if (encoding === undefined) {
    const reason = `CSV_CHARSET: files cannot be written in ${charset}. Use utf-8, or one of ${Object.keys(encodings).join(', ')}.`
    throw new ServiceError('invalid_settings', { reason })
  }
  return {
    decimal: findLanguage(settings.LANGUAGE_CODE).decimalSeparator,
    escapeFormulas: settings.CSV_ESCAPE_FORMULAS,
    encoding,
  }
}
