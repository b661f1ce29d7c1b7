/** Japanese words of the module. */
import type { ModuleTexts } from 'planning-service/extension'

export const ja: ModuleTexts = {
  entities: {
    'classification run': ['ABC 分類', 'ABC 分類'],
    'ABC summary': ['ABC 集計', 'ABC 集計'],
  },
  fields: {
    'ABC class': 'ABC クラス',
    'demanded value': '需要額',
    measure: '基準',
    from: '開始',
    until: '終了',
    'A up to': 'A の上限',
    'B up to': 'B の上限',
    'items in A': 'A の品目数',
    'items in B': 'B の品目数',
    'items in C': 'C の品目数',
    unclassified: 'クラスなし',
    class: 'クラス',
    items: '品目数',
    'share of items': '品目の割合',
    'share of value': '金額の割合',
    statuses: '状態一覧',
    total: '合計',
    changed: '変更数',
    Inventory: '在庫',
    'Classify items': '品目を分類',
    'ABC summary': 'ABC 集計',
    'Classification runs': '分類の記録',
  },
  help: {
    'A for the few items that make most of the demand, C for the many that make little; empty without demand.':
      'A は需要の大半を占める少数の品目、C はわずかしか占めない多数の品目。需要がない場合は空。',
    'What the item was ranked by in the last classification.': '前回の分類で品目の順位付けに使った値。',
    'Who has launched it; empty for the command line.': '起動したユーザー。コマンドラインの場合は空。',
    'What items were ranked by.': '品目を順位付けした基準。',
    'Demand due before this was left out.': '納期がこれより前の需要は数えていません。',
    'Demand due from this moment on was left out.': '納期がこの日時以降の需要は数えていません。',
    'Statuses of the demand that counted.': '数えた需要の状態。',
    'Share of the total, in percent, that class A makes.': 'クラス A が占める合計の割合 (%)。',
    'Share of the total, in percent, that the classes A and B make.':
      'クラス A と B が占める合計の割合 (%)。',
    'Number of items in class A.': 'クラス A の品目の数。',
    'Number of items in class B.': 'クラス B の品目の数。',
    'Number of items in class C.': 'クラス C の品目の数。',
    'Number of items without demand.': '需要のない品目の数。',
    'Sum of what was ranked by, over all items.': '順位付けに使った値の、全品目の合計。',
    'Number of items whose class or value has changed.': 'クラスまたは値が変わった品目の数。',
    'A, B or C; "none" for items without demand.': 'A、B または C。需要のない品目は "none"。',
    'Number of items.': '品目の数。',
    'Percent of all items.': '全品目に対する割合 (%)。',
    'Sum over the items of the class.': 'クラスの品目の合計。',
    'Percent of the sum over all items.': '全品目の合計に対する割合 (%)。',
  },
  choices: {
    value: '金額',
    quantity: '数量',
    lines: '受注明細数',
  },
  tasks: {
    abc_classification: {
      title: '品目を需要額で分類',
      about:
        '品目を需要で順位付けします。クラス A は需要の大半を占める少数の品目、C はわずかしか占めない多数の品目です。需要のない品目にはクラスがありません。',
      parameters: {
        measure: [
          '基準',
          '品目を順位付けする基準。',
          { value: '金額 (数量 × コスト)', quantity: '数量', lines: '受注明細の数' },
        ],
        a: ['クラス A の上限', 'クラス A が占める合計の割合 (%)。'],
        b: ['クラス A と B の上限', 'クラス A と B が合わせて占める合計の割合 (%)。'],
        past: ['過去の日数', '今日からこの日数前までの需要を、納期で数えます。'],
        ahead: ['先の日数', '今日からこの日数後までの需要を数えます。'],
        status: [
          '状態',
          '数える需要の状態。',
          { inquiry: '引合い', quote: '見積り', open: '未完了', closed: '終了', canceled: '取消' },
        ],
        dryrun: ['確認のみ', '分類と集計だけを行い、何も保存しません。'],
      },
    },
  },
}
