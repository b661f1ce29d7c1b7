/** Brazilian Portuguese words of the module. */
import type { ModuleTexts } from 'planning-service/extension'

export const ptBr: ModuleTexts = {
  entities: {
    'classification run': ['classificação', 'classificações'],
    'ABC summary': ['resumo ABC', 'resumo ABC'],
  },
  fields: {
    'ABC class': 'classe ABC',
    'demanded value': 'valor demandado',
    measure: 'medida',
    from: 'de',
    until: 'até',
    'A up to': 'A até',
    'B up to': 'B até',
    'items in A': 'itens em A',
    'items in B': 'itens em B',
    'items in C': 'itens em C',
    unclassified: 'sem classe',
    class: 'classe',
    items: 'itens',
    'share of items': 'parcela dos itens',
    'share of value': 'parcela do valor',
    statuses: 'status',
    total: 'total',
    changed: 'alterados',
    Inventory: 'Estoque',
    'Classify items': 'Classificar itens',
    'ABC summary': 'Resumo ABC',
    'Classification runs': 'Classificações',
  },
  help: {
    'A for the few items that make most of the demand, C for the many that make little; empty without demand.':
      'A para os poucos itens que fazem a maior parte da demanda, C para os muitos que fazem pouco; vazio sem demanda.',
    'What the item was ranked by in the last classification.':
      'Pelo que o item foi ordenado na última classificação.',
    'Who has launched it; empty for the command line.': 'Quem a iniciou; vazio para a linha de comando.',
    'What items were ranked by.': 'Pelo que os itens foram ordenados.',
    'Demand due before this was left out.': 'A demanda com data de necessidade anterior não foi contada.',
    'Demand due from this moment on was left out.':
      'A demanda com data de necessidade a partir deste momento não foi contada.',
    'Statuses of the demand that counted.': 'Status da demanda que contou.',
    'Share of the total, in percent, that class A makes.':
      'Parcela do total, em porcentagem, que a classe A faz.',
    'Share of the total, in percent, that the classes A and B make.':
      'Parcela do total, em porcentagem, que as classes A e B fazem.',
    'Number of items in class A.': 'Número de itens na classe A.',
    'Number of items in class B.': 'Número de itens na classe B.',
    'Number of items in class C.': 'Número de itens na classe C.',
    'Number of items without demand.': 'Número de itens sem demanda.',
    'Sum of what was ranked by, over all items.': 'Soma daquilo pelo que se ordenou, de todos os itens.',
    'Number of items whose class or value has changed.': 'Número de itens cuja classe ou valor mudou.',
    'A, B or C; "none" for items without demand.': 'A, B ou C; "none" para itens sem demanda.',
    'Number of items.': 'Número de itens.',
    'Percent of all items.': 'Percentual de todos os itens.',
    'Sum over the items of the class.': 'Soma dos itens da classe.',
    'Percent of the sum over all items.': 'Percentual da soma de todos os itens.',
  },
  choices: {
    value: 'valor',
    quantity: 'quantidade',
    lines: 'linhas de pedido',
  },
  tasks: {
    abc_classification: {
      title: 'Classificar itens por valor demandado',
      about:
        'Ordena os itens pela demanda: a classe A reúne os poucos que fazem a maior parte, C os muitos que fazem pouco. Itens sem demanda não têm classe.',
      parameters: {
        measure: [
          'Medida',
          'Pelo que os itens são ordenados.',
          {
            value: 'Valor (quantidade × custo)',
            quantity: 'Quantidade',
            lines: 'Número de linhas de pedido',
          },
        ],
        a: ['Classe A até', 'Percentual do total que a classe A faz.'],
        b: ['Classes A e B até', 'Percentual do total que as classes A e B fazem juntas.'],
        past: [
          'Dias para trás',
          'A demanda conta a partir de tantos dias antes de hoje, pela data de necessidade.',
        ],
        ahead: ['Dias à frente', 'A demanda conta até tantos dias depois de hoje.'],
        status: [
          'Status',
          'Status da demanda que conta.',
          {
            inquiry: 'Consulta',
            quote: 'Cotação',
            open: 'Aberto',
            closed: 'Encerrado',
            canceled: 'Cancelado',
          },
        ],
        dryrun: ['Somente verificar', 'Classifica e conta, não grava nada.'],
      },
    },
  },
}
