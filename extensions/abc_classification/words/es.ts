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
          'Por qué se ordenan los artículos.',
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
