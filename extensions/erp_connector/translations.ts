/** Translations of the module's menu and task. */
import type { ModuleTexts, Translations } from 'planning-service/extension'

type Pair = readonly [title: string, hint: string]

function texts(menu: string, title: string, about: string, limit: Pair, timeout: Pair): ModuleTexts {
  return {
    entities: {},
    fields: { ERP: 'ERP', 'Hand orders to the ERP': menu },
    tasks: { erp_handover: { title, about, parameters: { limit: [...limit], timeout: [...timeout] } } },
  }
}

export const translations: Translations = {
  de: texts(
    'Aufträge ans ERP übergeben',
    'Freigegebene Aufträge ans ERP übergeben',
    'Übergibt freigegebene Aufträge ans ERP, jeden einmal, und bewahrt die Antwort auf: angenommen mit Nummer, oder abgelehnt mit Grund.',
    ['Höchstens Aufträge', 'So viele Aufträge übergibt ein Lauf höchstens.'],
    ['Sekunden für eine Antwort', 'So lange hat das ERP Zeit; danach wird der Auftrag erneut übergeben.'],
  ),
  fr: texts(
    'Transmettre les ordres à l’ERP',
    'Transmettre à l’ERP les ordres lancés',
    'Transmet à l’ERP les ordres lancés, chacun une fois, et conserve sa réponse : accepté avec un numéro, ou rejeté avec un motif.',
    ['Ordres au plus', 'Nombre d’ordres qu’une exécution transmet au plus.'],
    ['Secondes pour répondre', 'Temps dont dispose l’ERP ; ensuite l’ordre est transmis de nouveau.'],
  ),
  es: texts(
    'Entregar órdenes al ERP',
    'Entregar al ERP las órdenes liberadas',
    'Entrega al ERP las órdenes liberadas, cada una una vez, y guarda su respuesta: aceptada con número, o rechazada con motivo.',
    ['Órdenes como máximo', 'Órdenes que una ejecución entrega como máximo.'],
    ['Segundos para responder', 'Tiempo que tiene el ERP; después la orden se entrega de nuevo.'],
  ),
  it: texts(
    'Consegna ordini all’ERP',
    'Consegna all’ERP gli ordini rilasciati',
    'Consegna all’ERP gli ordini rilasciati, ciascuno una volta, e ne conserva la risposta: accettato con un numero, o rifiutato con un motivo.',
    ['Ordini al massimo', 'Ordini che un’esecuzione consegna al massimo.'],
    ['Secondi per rispondere', 'Tempo che ha l’ERP; poi l’ordine viene consegnato di nuovo.'],
  ),
  nl: texts(
    'Orders aan het ERP geven',
    'Vrijgegeven orders aan het ERP geven',
    'Geeft vrijgegeven orders aan het ERP, elke order één keer, en bewaart het antwoord: aangenomen met nummer, of afgewezen met reden.',
    ['Orders hoogstens', 'Zoveel orders geeft één uitvoering hoogstens door.'],
    ['Seconden voor een antwoord', 'Zoveel tijd heeft het ERP; daarna wordt de order opnieuw gegeven.'],
  ),
  'pt-br': texts(
    'Entregar ordens ao ERP',
    'Entregar ao ERP as ordens liberadas',
    'Entrega ao ERP as ordens liberadas, cada uma uma vez, e guarda a resposta: aceita com número, ou rejeitada com motivo.',
    ['Ordens no máximo', 'Ordens que uma execução entrega no máximo.'],
    ['Segundos para responder', 'Tempo que o ERP tem; depois a ordem é entregue de novo.'],
  ),
  ja: texts(
    'オーダーを ERP に渡す',
    'リリース済みのオーダーを ERP に渡す',
    'リリース済みのオーダーを ERP に一度ずつ渡し、番号付きの受理、または理由付きの拒否という回答を保存します。',
    ['オーダーの上限', '1 回の実行で渡すオーダーの上限。'],
    ['回答までの秒数', 'ERP が回答するまでの時間。過ぎるとオーダーをもう一度渡します。'],
  ),
  'zh-hans': texts(
    '将订单交给 ERP',
    '将已下达的订单交给 ERP',
    '将已下达的订单逐个交给 ERP，每个只交一次，并保存答复：接受并附编号，或拒绝并附原因。',
    ['订单上限', '一次运行最多移交的订单数。'],
    ['应答秒数', 'ERP 的应答时间；超时后将再次移交该订单。'],
  ),
}
