/** Spanish words for tasks. */
import type { TaskWords } from './texts.ts'

const createMissing = [
  'Crear registros que faltan',
  'Crea solo con su nombre los lugares, clientes, artículos y proveedores que nombran las filas y no existen. Si no, esas filas se rechazan.',
] as const
const onlyCheck = ['Solo comprobar', 'Comprueba y cuenta, no guarda nada.'] as const
const changelog = [
  'Registrar los cambios',
  'Los cambios de los registros se anotan en el registro de cambios.',
] as const

export const es: TaskWords = {
  groups: {
    Users: 'Usuarios',
    Data: 'Datos',
    Scenarios: 'Escenarios',
    Files: 'Archivos',
    Schedules: 'Programaciones',
  },
  tasks: {
    createsuperuser: {
      title: 'Crear un superusuario',
      about:
        'Crea un usuario con todos los permisos en todos los escenarios. Se rechazan las contraseñas débiles.',
      parameters: {
        name: ['Nombre de usuario', 'Nombre para iniciar sesión.'],
        email: ['Correo electrónico', 'Dirección de correo electrónico.'],
        password: ['Contraseña', 'Contraseña del usuario.'],
        promote: [
          'Ascender a un usuario existente',
          'Da todos los permisos, y la contraseña, a un usuario que ya existe.',
        ],
      },
    },
    changepassword: {
      title: 'Cambiar la contraseña de un usuario',
      about: 'Da otra contraseña a un usuario. Sus sesiones terminan; se rechazan las contraseñas débiles.',
      parameters: {
        name: ['Usuario', 'Nombre de usuario o dirección de correo electrónico.'],
        password: ['Nueva contraseña', 'La contraseña que vale a partir de ahora.'],
      },
    },
    loaddata: {
      title: 'Cargar un conjunto de datos en un escenario',
      about:
        'Añade los registros de un conjunto de datos incluido y cambia los que existen; no se elimina nada. Se guarda todo o nada.',
      parameters: {
        fixture: ['Conjunto de datos', 'Nombre de un conjunto de datos incluido.'],
        shift: [
          'Trasladar las fechas a hoy',
          'Traslada las fechas de modo que la fecha de referencia del conjunto de datos sea hoy. Si no, quedan como en el archivo.',
        ],
        dryrun: onlyCheck,
        ignorenonexistent: [
          'Omitir campos desconocidos',
          'Omite los campos que el modelo no tiene y los nombra; si no, se rechaza el conjunto de datos.',
        ],
      },
    },
    importfromfolder: {
      title: 'Importar los archivos de datos de la carpeta',
      about:
        'Importa los archivos subidos cuyo nombre indica una entidad, como demand.csv. Se añaden y cambian registros, no se elimina ninguno; las filas erróneas se rechazan y se comunican.',
      parameters: {
        files: ['Archivos', 'Nombres de los archivos que se importan. Por defecto: todos.'],
        mode: [
          'Qué registros se escriben',
          'Se rechazan las filas que harían otra cosa.',
          {
            upsert: 'Añadir y cambiar registros',
            create: 'Solo añadir registros',
            update: 'Solo cambiar registros',
          },
        ],
        propose: [
          'Guardar como propuesta',
          'Título de la propuesta. Lo que cambiarían las filas se guarda para su revisión en lugar de aplicarse.',
        ],
        dryrun: onlyCheck,
        'all-or-nothing': [
          'Todo o nada',
          'Todos los archivos en una sola transacción, que se guarda solo si no se rechaza ningún archivo ni demasiadas filas.',
        ],
        'on-processed': [
          'Archivos importados',
          'Qué se hace con los archivos ya importados.',
          { keep: 'Conservar', archive: 'Mover al archivo histórico', delete: 'Eliminar' },
        ],
        tolerate: [
          'Filas erróneas toleradas',
          'Número de filas rechazadas con el que la tarea aún termina bien.',
        ],
        purge: [
          'Eliminar antes los registros',
          'Entidades cuyos registros se eliminan antes de importar su primer archivo, en la misma transacción.',
        ],
        'create-missing': createMissing,
        changelog,
        upload: [
          'Archivo subido',
          'Número de un archivo subido solo para esta importación, en lugar de la carpeta.',
        ],
        entity: [
          'Entidad del archivo',
          'Qué contiene el archivo único, como input.demand, se llame como se llame.',
        ],
        columns: [
          'Columnas del archivo',
          'Campos de las columnas del archivo único, por su posición y diga lo que diga la cabecera; vacío para omitir una columna. Por defecto: según la cabecera.',
        ],
        sheet: ['Hoja', 'Título de la hoja que se lee del archivo único, un libro de cálculo.'],
        charset: [
          'Codificación',
          'Codificación de los archivos de texto sin marca de orden de bytes, como windows-1252. Por defecto: CSV_CHARSET.',
        ],
        delimiter: [
          'Separador',
          'Qué separa las columnas del archivo único. Si no se indica, se detecta.',
          { comma: 'Coma', semicolon: 'Punto y coma', tab: 'Tabulador' },
        ],
      },
    },
    exportworkbook: {
      title: 'Exportar datos de planificación a un libro de cálculo',
      about:
        'Escribe en la carpeta de exportación un libro con una hoja por entidad. Puede modificarse e importarse de nuevo.',
      parameters: {
        entities: ['Entidades', 'Entidades como input.item. Por defecto: todos los datos de planificación.'],
        anonymous: [
          'Anonimizar',
          'Da un nombre nuevo a cada clave de cada entidad; las descripciones y los costes se conservan.',
        ],
        template: [
          'Plantilla sin registros',
          'Omite los registros: hojas con cabeceras y sus explicaciones, para rellenar.',
        ],
        output: ['Nombre del archivo', 'Nombre del archivo en la carpeta de exportación.'],
      },
    },
    importworkbook: {
      title: 'Importar un libro de cálculo',
      about:
        'Importa un libro subido, una hoja por entidad. Se añaden y cambian registros, no se elimina ninguno; las filas erróneas se rechazan y se comunican.',
      parameters: {
        file: ['Libro', 'El libro de cálculo (.xlsx).'],
        entities: ['Entidades', 'Entidades cuyas hojas se importan. Por defecto: todas.'],
        propose: [
          'Guardar como propuesta',
          'Título de la propuesta. Lo que cambiarían las filas se guarda para su revisión en lugar de aplicarse.',
        ],
        dryrun: onlyCheck,
        'all-or-nothing': [
          'Todo o nada',
          'No guarda nada si se rechaza una hoja o más filas de las toleradas.',
        ],
        tolerate: [
          'Filas erróneas toleradas',
          'Número de filas rechazadas que no hacen fallar la importación.',
        ],
        'create-missing': createMissing,
        changelog,
      },
    },
    exporttofolder: {
      title: 'Exportar los resultados del plan a la carpeta',
      about:
        'Escribe los resultados del plan como archivos en la carpeta de exportación, todos del mismo momento.',
      parameters: {
        files: [
          'Archivos',
          'Qué se exporta: nombres de entidades, informes y exportaciones de datos, con o sin extensión.',
        ],
        format: [
          'Formato',
          'Formato de los archivos cuyo nombre no tiene extensión.',
          {
            csv: 'CSV',
            'csv.gz': 'CSV, comprimido',
            xlsx: 'Libro de cálculo (xlsx)',
            json: 'JSON',
            'json.gz': 'JSON, comprimido',
          },
        ],
      },
    },
    createbuckets: {
      title: 'Generar los períodos',
      about:
        'Crea los años, trimestres, meses, semanas y días de los informes, en lugar de los que hay. Sus nombres salen de plantillas con códigos: %Y %y año, %q trimestre, %m mes, %B %b su nombre, %V %W %U semana, %d día, %j día del año, %A %a día de la semana.',
      parameters: {
        start: ['Primer día', 'Por defecto: hace dos años.'],
        end: ['Último día', 'Por defecto: dentro de ocho años.'],
        weekstart: [
          'Primer día de la semana',
          'Día con el que empiezan las semanas.',
          {
            0: 'domingo',
            1: 'lunes',
            2: 'martes',
            3: 'miércoles',
            4: 'jueves',
            5: 'viernes',
            6: 'sábado',
          },
        ],
        'format-day': ['Nombres de los días', 'Plantilla del nombre de un día.'],
        'format-week': ['Nombres de las semanas', 'Plantilla del nombre de una semana.'],
        'format-month': ['Nombres de los meses', 'Plantilla del nombre de un mes.'],
        'format-quarter': ['Nombres de los trimestres', 'Plantilla del nombre de un trimestre.'],
        'format-year': ['Nombres de los años', 'Plantilla del nombre de un año.'],
        dryrun: onlyCheck,
      },
    },
    runplan: {
      title: 'Calcular el plan',
      about:
        'Planifica todos los pedidos de venta y ofertas abiertos y sustituye el plan anterior de una vez. Las órdenes propuestas se sustituyen; las aprobadas, confirmadas y terminadas conservan sus fechas.',
      parameters: {
        constraints: [
          'Restricciones',
          'Qué respetan las órdenes propuestas: capa (capacidad), mfg_lt (plazo de fabricación) y po_lt (plazo de compra), separadas por comas, o none para ninguna. Por defecto: todas.',
        ],
        constraint: ['Restricciones, con su nombre anterior', 'Lo mismo que constraints.'],
        plantype: [
          'Tipo de plan',
          'Si las órdenes esperan lo que falta, o llegan a tiempo y muestran lo que haría falta.',
          {
            1: 'Con restricciones: antes tarde que imposible',
            2: 'Sin restricciones: a tiempo, con faltas y sobrecargas',
          },
        ],
        budget: ['Tiempo de mejora', 'Segundos para mejorar el plan una vez calculado.'],
        'budget-steps': [
          'Cambios por probar',
          'Número de cambios que se prueban para mejorar el plan, en lugar de segundos: los mismos datos dan entonces el mismo plan en cualquier máquina.',
        ],
        current: [
          'Inicio del plan',
          'Inicio del plan en lugar del parámetro currentdate: una fecha, now (ahora) o today (hoy).',
        ],
        env: [
          'Partes de un plan',
          'Nombres de partes de un plan, para scripts escritos para otros planificadores; las partes que no existen se ignoran.',
        ],
      },
    },
    empty: {
      title: 'Vaciar los datos de un escenario',
      about:
        'Elimina todos los registros de las entidades elegidas y, con ellos, los que no pueden existir sin ellos. Los usuarios, los permisos y las tareas se conservan. No se puede deshacer.',
      parameters: {
        models: ['Entidades', 'Entidades como input.demand. Por defecto: todos los datos de planificación.'],
        all: [
          'Todos los datos de planificación',
          'Todos los datos de planificación, como sin indicar entidades.',
        ],
        dryrun: ['Solo contar', 'Solo cuenta lo que se eliminaría.'],
      },
    },
    undo: {
      title: 'Deshacer un conjunto de cambios',
      about:
        'Restaura los registros de un conjunto de cambios como estaban: lo añadido desaparece, lo eliminado vuelve y los campos modificados recuperan sus valores anteriores. También se puede deshacer.',
      parameters: {
        changeset: ['Conjunto de cambios', 'Su número en la auditoría.'],
        after: ['Desde', 'Conjuntos de cambios desde este momento.'],
        before: ['Hasta', 'Conjuntos de cambios hasta este momento.'],
        author: ['Usuario', 'Conjuntos de cambios del usuario con este nombre o correo electrónico.'],
        task: ['Tarea', 'Conjuntos de cambios de la ejecución de una tarea con este número.'],
        apply: ['Aplicar', 'Lo deshace. Si no, solo se indica lo que se haría.'],
        take: [
          'Conflictos',
          'Qué pasa con los valores que otros han escrito desde entonces. Por defecto no se deshace nada.',
          { present: 'Conservar los valores actuales', proposed: 'Sobrescribir los valores actuales' },
        ],
      },
    },
    proposal_apply: {
      title: 'Aplicar una propuesta',
      about:
        'Aplica una propuesta: todos sus cambios en una transacción, o ninguno. Hacen falta los permisos de sus cambios y las aprobaciones requeridas.',
      parameters: { proposal: ['Propuesta', 'Número de la propuesta.'] },
    },
    scenario_copy: {
      title: 'Copiar un escenario o promoverlo a producción',
      about:
        'Copia todos los datos de planificación de un escenario a uno libre. Una promoción sustituye los datos de producción por los de un escenario y puede revertirse durante un mes. Una fusión solo trae lo que el escenario ha cambiado. Actualizar trae a un escenario los cambios posteriores de producción.',
      parameters: {
        source: ['Origen', 'Escenario del que se toman los datos.'],
        destination: ['Destino', 'Escenario al que van.'],
        copy: ['Copiar', 'Copia el origen al destino, como ocurre de forma predeterminada.'],
        promote: ['Promover', 'Sustituye los datos de producción.'],
        merge: [
          'Solo lo que cambió',
          'En una promoción: trae solo lo que el origen ha cambiado desde la copia, en lugar de sustituirlo todo.',
        ],
        refresh: [
          'Actualizar',
          'Trae al destino lo que el origen ha cambiado desde la copia; sus propios cambios se conservan.',
        ],
        'revert-promote': ['Revertir la última promoción', 'Recupera lo que sustituyó la última promoción.'],
        release: ['Liberar', 'Libera el escenario.'],
        force: ['Sobrescribir', 'Sobrescribe un destino en uso.'],
        description: ['Etiqueta', 'Nueva etiqueta del destino.'],
      },
    },
    scenario_release: {
      title: 'Desocupar un escenario',
      about:
        'Elimina los datos de este escenario y el acceso a él, para que pueda hacerse otra copia en él. Producción no puede desocuparse.',
    },
    scenario_create: {
      title: 'Crear otro escenario',
      about:
        'Crea otro escenario, sin datos hasta que se copie algo en él. El nombre aparece en las direcciones: letras minúsculas, cifras y guiones bajos sueltos.',
      parameters: {
        name: ['Nombre', 'Nombre del escenario.'],
        description: ['Etiqueta', 'Lo que leen las personas. Por defecto: el nombre.'],
      },
    },
    scenario_delete: {
      title: 'Eliminar un escenario libre',
      about:
        'Elimina para siempre un escenario libre; libérelo antes con scenario_release. La producción no se puede eliminar.',
      parameters: { name: ['Escenario', 'Nombre del escenario.'] },
    },
    scenario_compare: {
      title: 'Comparar dos escenarios',
      about: 'Cuenta los registros en que difieren dos escenarios, con ejemplos. No cambia nada.',
      parameters: {
        a: ['Primer escenario', 'Escenario que se compara.'],
        b: ['Segundo escenario', 'Escenario con el que se compara.'],
        entity: ['Entidades', 'Entidades que se comparan. Por defecto: todas.'],
        samples: ['Ejemplos', 'Ejemplos por tipo de diferencia.'],
        format: ['Resultado', 'Cómo se comunica el resultado.', { text: 'En palabras', json: 'En JSON' }],
      },
    },
    backup: {
      title: 'Hacer copia de seguridad de un escenario',
      about:
        'Escribe todos los datos del escenario en un archivo comprimido. Las copias de seguridad de más de un mes se eliminan.',
    },
    restore: {
      title: 'Restaurar una copia de seguridad en un escenario',
      about:
        'Sustituye los datos de planificación del escenario por los de una copia de seguridad. Los usuarios y los permisos no cambian.',
      parameters: { dump_file: ['Copia de seguridad', 'Archivo escrito por una copia de seguridad.'] },
    },
    emailreport: {
      title: 'Enviar informes exportados por correo',
      about:
        'Reúne archivos de la carpeta de exportación en uno comprimido y lo envía por correo electrónico.',
      parameters: {
        recipient: ['Destinatarios', 'Direcciones de correo electrónico.'],
        report: ['Archivos', 'Nombres de archivos de la carpeta de exportación.'],
        sender: ['Remitente', 'Dirección de correo electrónico. Por defecto: el ajuste DEFAULT_FROM_EMAIL.'],
      },
    },
    scheduletasks: {
      title: 'Ejecutar un grupo de tareas',
      about: 'Ejecuta ahora los pasos de un grupo, uno tras otro.',
      parameters: { schedule: ['Grupo', 'Nombre del grupo que se ejecuta.'] },
    },
    flush: {
      title: 'Vaciar todas las tablas, incluidos usuarios y permisos',
      about:
        'Vacía todas las tablas de todos los escenarios, incluidos usuarios y permisos. No se puede deshacer.',
    },
  },
}
