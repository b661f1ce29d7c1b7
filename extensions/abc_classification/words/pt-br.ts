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
