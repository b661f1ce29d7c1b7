/** Simplified Chinese words of the module. */
import type { ModuleTexts } from 'planning-service/extension'

export const zhHans: ModuleTexts = {
  entities: {
    'classification run': ['ABC 分类运行', 'ABC 分类运行'],
    'ABC summary': ['ABC 汇总', 'ABC 汇总'],
  },
  fields: {
    'ABC class': 'ABC 类别',
    'demanded value': '需求金额',
    measure: '衡量标准',
    from: '从',
    until: '至',
    'A up to': 'A 上限',
    'B up to': 'B 上限',
    'items in A': 'A 类物料数',
    'items in B': 'B 类物料数',
    'items in C': 'C 类物料数',
    unclassified: '未分类',
    class: '类别',
    items: '物料数',
    'share of items': '物料占比',
    'share of value': '金额占比',
    statuses: '各状态',
    total: '合计',
    changed: '已更改数',
    Inventory: '库存',
    'Classify items': '物料分类',
    'ABC summary': 'ABC 汇总',
    'Classification runs': '分类运行',
  },
  choices: {
    value: '金额',
    quantity: '数量',
    lines: '订单行数',
  },
  tasks: {
    abc_classification: {
      title: '按需求金额对物料分类',
      about:
        '按需求对物料排序：A 类是占大部分需求的少数物料，C 类是占少量需求的多数物料。没有需求的物料没有类别。',
      parameters: {
        measure: [
          '衡量标准',
          '物料排序的依据。',
          { value: '金额（数量 × 成本）', quantity: '数量', lines: '订单行数' },
        ],
        a: ['A 类上限', 'A 类占合计的百分比。'],
        b: ['A 类和 B 类上限', 'A 类和 B 类合占合计的百分比。'],
        past: ['过去天数', '按需求日期，从今天之前这么多天起的需求计入。'],
        ahead: ['未来天数', '到今天之后这么多天为止的需求计入。'],
        status: [
          '状态',
          '计入的需求状态。',
          { inquiry: '询价', quote: '报价', open: '未结', closed: '已关闭', canceled: '已取消' },
        ],
        dryrun: ['仅检查', '只分类和计数，不保存任何内容。'],
      },
    },
  },
}
