/** Spanish words of the module. */
import type { ModuleTexts } from 'planning-service/extension'

export const es: ModuleTexts = {
  entities: {
    'classification run': ['clasificación', 'clasificaciones'],
    'ABC summary': ['resumen ABC', 'resumen ABC'],
  },
  fields: {
    'ABC class': 'clase ABC',
    'demanded value': 'valor demandado',
    measure: 'medida',
    from: 'desde',
    until: 'hasta',
    'A up to': 'A hasta',
    'B up to': 'B hasta',
    'items in A': 'artículos en A',
    'items in B': 'artículos en B',
    'items in C': 'artículos en C',
    unclassified: 'sin clase',
    class: 'clase',
    items: 'artículos',
    'share of items': 'parte de los artículos',
    'share of value': 'parte del valor',
    statuses: 'estados',
    total: 'total',
    changed: 'cambiados',
    Inventory: 'Inventario',
    'Classify items': 'Clasificar artículos',
    'ABC summary': 'Resumen ABC',
    'Classification runs': 'Clasificaciones',
  },
  help: {
    'A for the few items that make most of the demand, C for the many that make little; empty without demand.':
      'A para los pocos artículos que suponen la mayor parte de la demanda, C para los muchos que suponen poco; vacío sin demanda.',
    'What the item was ranked by in the last classification.':
      'Valor por el que se ordenó el artículo en la última clasificación.',
    'Who has launched it; empty for the command line.': 'Quién la inició; vacío si fue la línea de comandos.',
    'What items were ranked by.': 'Criterio por el que se ordenaron los artículos.',
    'Demand due before this was left out.': 'La demanda con fecha requerida anterior no se contó.',
    'Demand due from this moment on was left out.':
      'La demanda con fecha requerida a partir de este momento no se contó.',
    'Statuses of the demand that counted.': 'Estados de la demanda que contó.',
    'Share of the total, in percent, that class A makes.':
      'Parte del total, en porcentaje, que supone la clase A.',
    'Share of the total, in percent, that the classes A and B make.':
      'Parte del total, en porcentaje, que suponen las clases A y B.',
    'Number of items in class A.': 'Número de artículos en la clase A.',
    'Number of items in class B.': 'Número de artículos en la clase B.',
    'Number of items in class C.': 'Número de artículos en la clase C.',
    'Number of items without demand.': 'Número de artículos sin demanda.',
    'Sum of what was ranked by, over all items.':
      'Suma de aquello por lo que se ordenó, de todos los artículos.',
    'Number of items whose class or value has changed.':
      'Número de artículos cuya clase o valor ha cambiado.',
    'A, B or C; "none" for items without demand.': 'A, B o C; "none" para los artículos sin demanda.',
    'Number of items.': 'Número de artículos.',
    'Percent of all items.': 'Porcentaje de todos los artículos.',
    'Sum over the items of the class.': 'Suma de los artículos de la clase.',
    'Percent of the sum over all items.': 'Porcentaje de la suma de todos los artículos.',
  },
  choices: {
    value: 'valor',
    quantity: 'cantidad',
    lines: 'líneas de pedido',
  },
  tasks: {
    abc_classification: {
      title: 'Clasificar artículos por valor demandado',
      about:
        'Ordena los artículos por su demanda: la clase A reúne los pocos que suponen la mayor parte, C los muchos que suponen poco. Los artículos sin demanda no tienen clase.',
      parameters: {
        measure: [
          'Medida',
          'Criterio por el que se ordenan los artículos.',
          { value: 'Valor (cantidad × coste)', quantity: 'Cantidad', lines: 'Número de líneas de pedido' },
        ],
        a: ['Clase A hasta', 'Porcentaje del total que supone la clase A.'],
        b: ['Clases A y B hasta', 'Porcentaje del total que suponen juntas las clases A y B.'],
        past: ['Días hacia atrás', 'La demanda cuenta desde tantos días antes de hoy, por fecha requerida.'],
        ahead: ['Días hacia delante', 'La demanda cuenta hasta tantos días después de hoy.'],
        status: [
          'Estados',
          'Estados de la demanda que cuenta.',
          { inquiry: 'Consulta', quote: 'Oferta', open: 'Abierto', closed: 'Cerrado', canceled: 'Cancelado' },
        ],
        dryrun: ['Solo comprobar', 'Clasifica y cuenta, no guarda nada.'],
      },
    },
  },
}
