// Rows for every table of a database, whatever its schema: values that the constraints of the catalog let in.
import pg from 'pg'

interface Column {
  readonly name: string
  /** Base type, of a domain too. */
  readonly type: string
  readonly isArray: boolean
  readonly isNullable: boolean
  readonly isGiven: boolean
  readonly enumLabel: string | null
}

interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** Column → what it refers to. */
  readonly references: ReadonlyMap<string, { readonly table: string; readonly column: string }>
  /** Column → a value that a check of it names. */
  readonly choices: ReadonlyMap<string, string>
}

type Row = Readonly<Record<string, unknown>>

const ROWS = 2

/** Puts rows into each table that has fewer than two; throws for one that takes none. */
export const fillTables = async (client: pg.Client): Promise<void> => {
  let left = await readTables(client)
  const filled = new Map<string, Row[]>()
  const faults = new Map<string, string>()
  for (let before = -1; left.length > 0 && left.length !== before;) {
    before = left.length
    const rest: Table[] = []
    for (const table of left) {
      const fault = await fill(client, table, filled)
      if (fault === undefined) continue
      faults.set(table.name, fault)
      rest.push(table)
    }
    left = rest
  }
  if (left.length > 0)
    throw new Error(left.map(({ name }) => `No row could be made for ${name}: ${faults.get(name)}`).join('\n'))
}

/** Fills a table, or returns the reason why it cannot be filled, for now or at all. */
const fill = async (client: pg.Client, table: Table, filled: Map<string, Row[]>): Promise<string | undefined> => {
  const required = table.columns.filter(({ isNullable, isGiven }) => !isNullable && !isGiven)
  const missing = required.find(({ name }) => {
    const reference = table.references.get(name)
    return reference && reference.table !== table.name && !filled.has(reference.table)
  })
  if (missing) return `${missing.name} refers to a table without rows`
  const free = table.columns.filter(({ isNullable }) => isNullable).map(({ name }) => name)
  // Checks over several columns want some of them empty: all, none, or one by one.
  const attempts = [free, [], ...free.map(name => [name])]
  const rows: Row[] = []
  let fault = ''
  for (let number = 0; number < ROWS; number++) {
    for (const optional of attempts) {
      const outcome = await insert(client, table, [...required.map(({ name }) => name), ...optional], number, filled)
      if (typeof outcome === 'string') {
        fault = outcome
        continue
      }
      rows.push(outcome)
      break
    }
  }
  // Of a table that can have but one row, that one is enough.
  if (rows.length === 0) return fault
  filled.set(table.name, rows)
  return undefined
}

const insert = async (
  client: pg.Client,
  table: Table,
  names: readonly string[],
  number: number,
  filled: ReadonlyMap<string, Row[]>,
): Promise<Row | string> => {
  const values = names.map(name => {
    const reference = table.references.get(name)
    if (reference) {
      const known = filled.get(reference.table)
      return known?.[Math.min(number, known.length - 1)]?.[reference.column] ?? null
    }
    const column = table.columns.find(each => each.name === name) as Column
    return table.choices.get(name) ?? valueOf(column, number)
  })
  const target = pg.escapeIdentifier(table.name)
  const text =
    names.length === 0
      ? `insert into ${target} default values returning *`
      : `insert into ${target} (${names.map(name => pg.escapeIdentifier(name)).join()})
         values (${names.map((_, index) => `$${index + 1}`).join()}) returning *`
  await client.query('savepoint row')
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, values)
    await client.query('release savepoint row')
    return rows[0] ?? 'a trigger kept the row away'
  } catch (error) {
    await client.query('rollback to savepoint row')
    return (error as Error).message
  }
}

const valueOf = ({ name, type, isArray, enumLabel }: Column, number: number): unknown => {
  if (isArray) return /^(int|numeric|float)/.test(type) ? [101 + number] : ['x']
  if (enumLabel !== null) return enumLabel
  switch (type) {
    case 'bool':
      return true
    case 'int2':
    case 'int4':
    case 'int8':
    case 'numeric':
    case 'float4':
    case 'float8':
    case 'xid8':
      return 101 + number
    case 'timestamptz':
    case 'timestamp':
    case 'date':
      return `2024-02-0${number + 1}`
    case 'json':
    case 'jsonb':
      return '{}'
    case 'bytea':
      return Buffer.from(`${name} ${number}`)
    case 'uuid':
      return `00000000-0000-4000-8000-00000000000${number}`
    case 'bpchar':
      return 'A'
    default:
      return `${name}-${number}`
  }
}

const readTables = async (client: pg.Client): Promise<Table[]> => {
  const { rows: columns } = await client.query<Column & { table: string }>(`
    select c.relname as table, a.attname as name, coalesce(nullif(et.typname, ''), bt.typname, t.typname) as type,
      et.oid is not null as "isArray", not a.attnotnull as "isNullable",
      a.attidentity <> '' or a.attgenerated <> '' as "isGiven",
      (select enumlabel from pg_enum where enumtypid = t.oid order by enumsortorder limit 1) as "enumLabel"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_type bt on bt.oid = t.typbasetype and t.typtype = 'd'
      left join pg_type et on et.oid = t.typelem and t.typcategory = 'A'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_migration'
    order by c.relname, a.attnum`)
  const { rows: references } = await client.query<{ table: string; name: string; target: string; column: string }>(`
    select c.conrelid::regclass::text as table, a.attname as name, c.confrelid::regclass::text as target, f.attname as column
    from pg_constraint c cross join lateral unnest(c.conkey, c.confkey) as key(own, other)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = key.own
      join pg_attribute f on f.attrelid = c.confrelid and f.attnum = key.other
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace`)
  const { rows: checks } = await client.query<{ table: string; name: string; text: string }>(`
    select c.conrelid::regclass::text as table, a.attname as name, pg_get_constraintdef(c.oid) as text
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace`)
  return [...new Set(columns.map(({ table }) => table))].map(name => ({
    name,
    columns: columns.filter(({ table }) => table === name),
    references: new Map(
      references
        .filter(({ table }) => table.replaceAll('"', '') === name)
        .map(({ name: column, target, column: other }) => [
          column,
          { table: target.replaceAll('"', ''), column: other },
        ]),
    ),
    choices: new Map(
      checks.flatMap(({ table, name: column, text }) => {
        const choice = /= ANY \(ARRAY\['([^']*)'/.exec(text)?.[1]
        return table.replaceAll('"', '') === name && choice !== undefined ? [[column, choice] as const] : []
      }),
    ),
  }))
}
